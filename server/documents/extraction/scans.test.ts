import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PNG } from 'pngjs'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { DocumentType } from '../../../shared/document-types.ts'
import { pdfOf } from '../../testing/documents/pdf.ts'
import type { Extraction } from './extraction.ts'
import { extractInProcess } from './extraction-process.ts'
import { SCAN_PROGRAM_MB } from './limits.ts'
import { readPicture } from './scans/programs.ts'
import { readScan } from './scans/read-scan.ts'

const folder = mkdtempSync(join(tmpdir(), 'rfd-scans-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

/** A fake system program: a script that records its calls. */
function program(name: string, script: string): void {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> "${folder}/calls"\n${script}\n`)
  chmodSync(path, 0o755)
}

const PATH = `${folder}:/usr/bin:/bin`
const read = (type: DocumentType, content: Buffer, { readScans = true, path = PATH } = {}) =>
  extractInProcess(Readable.from([content]), { type, readScans, path, signal: new AbortController().signal })

const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')

function fakeTesseract(): void {
  rmSync(join(folder, 'calls'), { force: true })
  program(
    'tesseract',
    `case "$1" in
      --list-langs) printf 'List of available languages (3):\\nara\\neng\\nosd\\n' ;;
      *) echo "recognized: $(head -c 12)" ;;
    esac`,
  )
}

const scan = () => pdfOf((pdf) => pdf.text('typed page').addPage().rect(50, 50, 300, 300).fill('gray'))
const picture = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }))

test('scanned pages are rendered and recognized, the others keep their text', async () => {
  fakeTesseract()
  program('pdftoppm', 'cat > /dev/null; echo "drawn page $2"')
  expect(await read('pdf', await scan())).toEqual({
    state: 'ready',
    pageCount: 2,
    pages: [
      { number: 1, text: 'typed page' },
      { number: 2, text: 'recognized: drawn page 2' },
    ],
    notes: [{ code: 'scans-read' }],
  })
  expect(calls()).toEqual([
    'tesseract --list-langs',
    'pdftoppm -f 2 -l 2 -gray -scale-to 2900 -',
    'tesseract stdin stdout -l eng+ara',
  ])
})

test('a page that cannot be rendered or recognized has no text', async () => {
  fakeTesseract()
  program('pdftoppm', 'cat > /dev/null; exit 1')
  expect(await read('pdf', await scan())).toMatchObject({
    pages: [{ text: 'typed page' }, { text: '' }],
    notes: [{ code: 'scans-failed', count: 1 }],
  })
  const only = await pdfOf((pdf) => pdf.rect(50, 50, 300, 300).fill('gray'))
  expect(await read('pdf', only)).toEqual({ state: 'none', pageCount: 1, notes: [{ code: 'scans-failed', count: 1 }] })
})

test('pictures are recognized up to a maximum size', async () => {
  fakeTesseract()
  expect(await read('png', picture(20, 20))).toMatchObject({
    state: 'ready',
    pages: [{ number: 1, text: expect.stringMatching(/^recognized/) }],
  })
  const huge = picture(20, 20)
  huge.writeUInt32BE(100_000, 16)
  huge.writeUInt32BE(100_000, 20)
  expect(await read('png', huge)).toEqual({
    state: 'none',
    pageCount: 1,
    notes: [{ code: 'picture-too-large' }],
  })
})

test('without the setting or the programs nothing is recognized', async () => {
  fakeTesseract()
  const only = await pdfOf((pdf) => pdf.rect(50, 50, 300, 300).fill('gray'))
  expect(await read('pdf', only, { readScans: false })).toMatchObject({ state: 'none', notes: [{ code: 'scanned' }] })
  expect(await read('pdf', only, { path: join(folder, 'nowhere') })).toMatchObject({
    state: 'none',
    notes: [{ code: 'scanned' }],
  })
  expect(await read('png', picture(20, 20), { path: join(folder, 'nowhere') })).toMatchObject({
    notes: [{ code: 'picture' }],
  })
})

test('after the time limit no page is started, and the text read before stays', async () => {
  fakeTesseract()
  program('pdftoppm', 'cat > /dev/null; echo "drawn page $2"')
  vi.stubEnv('PATH', PATH)
  const bytes = Uint8Array.from(await scan())
  const typed: Extraction = {
    state: 'ready',
    pageCount: 2,
    pages: [
      { number: 1, text: 'typed page' },
      { number: 2, text: '' },
    ],
    notes: [],
  }
  expect(await readScan({ type: 'pdf', bytes }, typed, -1)).toEqual({
    ...typed,
    notes: [{ code: 'scans-cut', count: 0, of: 1 }],
  })
  expect(calls()).toEqual(['tesseract --list-langs'])
})

test('a program is killed when it takes too long, and its memory is limited', async () => {
  program('tesseract', 'exec sleep 600')
  vi.stubEnv('PATH', PATH)
  await expect(readPicture(picture(20, 20), ['eng'], 50)).rejects.toMatchObject({ killed: true })
  program('tesseract', 'ulimit -v')
  expect(Number(await readPicture(picture(20, 20), ['eng']))).toBe(SCAN_PROGRAM_MB * 1024)
})
