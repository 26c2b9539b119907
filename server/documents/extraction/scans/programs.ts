import { execFile } from 'node:child_process'
import { SCAN_PAGE_TIMEOUT_MS, SCAN_PIXELS, SCAN_PROGRAM_MB } from '../limits.ts'

/** Limit of a program's output; a rendered grey page is smaller. */
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024
const MAX_LANGUAGES = 4

/** Limits the memory of the program it execs; unlimited where `ulimit -v` fails. Arguments are never parsed as script. */
const BOUNDED = `ulimit -v ${SCAN_PROGRAM_MB * 1024} 2>/dev/null; exec "$0" "$@"`

/** Runs a system program. @throws when it is not installed, fails, or takes too long or too much memory */
function run(
  program: string,
  args: string[],
  input: Uint8Array,
  timeoutMs: number = SCAN_PAGE_TIMEOUT_MS,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const child = execFile(
    '/bin/sh',
    ['-c', BOUNDED, program, ...args],
    {
      encoding: 'buffer',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
      // One page at a time on one core.
      env: { PATH: process.env.PATH ?? '', OMP_THREAD_LIMIT: '1' },
    },
    (error, output) => (error ? reject(error) : resolve(output)),
  )
  // A program that exits early has closed its input.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return promise
}

/** Tesseract's languages, English first; none where Tesseract is not installed. */
export async function installedLanguages(): Promise<string[]> {
  const output = await run('tesseract', ['--list-langs'], new Uint8Array()).catch(() => null)
  const names = output?.toString('utf8').split('\n').slice(1) ?? []
  const languages = names.map((name) => name.trim()).filter((name) => /^\w{2,20}$/.test(name) && name !== 'osd')
  return languages.toSorted((a, b) => Number(b === 'eng') - Number(a === 'eng')).slice(0, MAX_LANGUAGES)
}

/** Renders a page of a PDF as a grey picture. */
export function drawPage(pdf: Uint8Array, page: number): Promise<Buffer> {
  const only = String(page)
  return run('pdftoppm', ['-f', only, '-l', only, '-gray', '-scale-to', String(SCAN_PIXELS), '-'], pdf)
}

export async function readPicture(picture: Uint8Array, languages: string[], timeoutMs?: number): Promise<string> {
  return (await run('tesseract', ['stdin', 'stdout', '-l', languages.join('+')], picture, timeoutMs)).toString('utf8')
}
