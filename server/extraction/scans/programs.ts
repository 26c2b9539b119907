import { execFile } from 'node:child_process'
import { SCAN_PAGE_WITHIN_MS, SCAN_PIXELS, SCAN_PROGRAM_MB } from '../limits.ts'

/** Of what a program prints; a rendered page of grey is smaller. */
const MOST_OUTPUT = 32 * 1024 * 1024
const MOST_LANGUAGES = 4

/** Bounds the memory of the program that takes its place; a system that cannot leaves it unbounded. No argument is read as a script. */
const BOUNDED = `ulimit -v ${SCAN_PROGRAM_MB * 1024} 2>/dev/null; exec "$0" "$@"`

/** Runs a program of the machine. @throws when it is not there, fails, or takes too long or too much memory */
function run(
  program: string,
  args: string[],
  input: Uint8Array,
  withinMs: number = SCAN_PAGE_WITHIN_MS,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const child = execFile(
    '/bin/sh',
    ['-c', BOUNDED, program, ...args],
    {
      encoding: 'buffer',
      timeout: withinMs,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_OUTPUT,
      // One page at a time, one core.
      env: { PATH: process.env.PATH ?? '', OMP_THREAD_LIMIT: '1' },
    },
    (error, output) => (error ? reject(error) : resolve(output)),
  )
  // A program that ends early has closed its input.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return promise
}

/** The languages that Tesseract has, English first; none where the machine has no Tesseract. */
export async function installedLanguages(): Promise<string[]> {
  const output = await run('tesseract', ['--list-langs'], new Uint8Array()).catch(() => null)
  const names = output?.toString('utf8').split('\n').slice(1) ?? []
  const languages = names.map((name) => name.trim()).filter((name) => /^\w{2,20}$/.test(name) && name !== 'osd')
  return languages.toSorted((one, other) => Number(other === 'eng') - Number(one === 'eng')).slice(0, MOST_LANGUAGES)
}

/** A page of a PDF as a grey picture. */
export function drawPage(pdf: Uint8Array, page: number): Promise<Buffer> {
  const only = String(page)
  return run('pdftoppm', ['-f', only, '-l', only, '-gray', '-scale-to', String(SCAN_PIXELS), '-'], pdf)
}

export async function readPicture(picture: Uint8Array, languages: string[], withinMs?: number): Promise<string> {
  return (await run('tesseract', ['stdin', 'stdout', '-l', languages.join('+')], picture, withinMs)).toString('utf8')
}
