import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PNG } from 'pngjs'
import { afterAll, expect, test } from 'vitest'
import type { DocumentType } from '../../shared/document-types.ts'
import { pdfOf } from '../testing/documents/pdf.ts'
import { PICTURE, SCANNED } from './extraction.ts'
import { extractInProcess } from './extraction-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'rfd-scans-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program of the machine, as a script that notes how it was called. */
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

test('scanned pages are drawn and recognized, the others are read as they are', async () => {
  fakeTesseract()
  program('pdftoppm', 'cat > /dev/null; echo "drawn page $2"')
  expect(await read('pdf', await scan())).toEqual({
    state: 'ready',
    pageCount: 2,
    pages: [
      { number: 1, text: 'typed page' },
      { number: 2, text: 'recognized: drawn page 2' },
    ],
    note: 'Scanned pages were read by text recognition, which makes mistakes.',
  })
  expect(calls()).toEqual([
    'tesseract --list-langs',
    'pdftoppm -f 2 -l 2 -gray -scale-to 2900 -',
    'tesseract stdin stdout -l eng+ara',
  ])
})

test('a page that cannot be drawn or recognized is left without text', async () => {
  fakeTesseract()
  program('pdftoppm', 'cat > /dev/null; exit 1')
  expect(await read('pdf', await scan())).toMatchObject({
    pages: [{ text: 'typed page' }, { text: '' }],
    note: 'One scanned page could not be read.',
  })
  const only = await pdfOf((pdf) => pdf.rect(50, 50, 300, 300).fill('gray'))
  expect(await read('pdf', only)).toEqual({ state: 'none', pageCount: 1, note: SCANNED })
})

test('pictures are recognized unless they are larger than anybody needs', async () => {
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
    note: 'This picture is too large to be read.',
  })
})

test('without the setting, or without the programs, nothing is recognized', async () => {
  fakeTesseract()
  const only = await pdfOf((pdf) => pdf.rect(50, 50, 300, 300).fill('gray'))
  expect(await read('pdf', only, { readScans: false })).toMatchObject({ state: 'none', note: SCANNED })
  expect(await read('pdf', only, { path: join(folder, 'nowhere') })).toMatchObject({ state: 'none', note: SCANNED })
  expect(await read('png', picture(20, 20), { path: join(folder, 'nowhere') })).toMatchObject({ note: PICTURE })
})

const hasPrograms = ['tesseract', 'pdftoppm'].every((name) => {
  try {
    execFileSync('which', [name])
    return true
  } catch {
    return false
  }
})

test.runIf(hasPrograms)(
  'Tesseract reads a page that was scanned',
  async () => {
    const text = await pdfOf((pdf) => pdf.fontSize(28).text('LICENCE BALANCES'))
    const drawn = execFileSync('pdftoppm', ['-png', '-r', '150', '-'], { input: text })
    const scanned = await pdfOf((pdf) => pdf.image(drawn, 0, 0, { width: 595 }))
    expect(await read('pdf', scanned, { path: process.env.PATH! })).toMatchObject({
      state: 'ready',
      pages: [{ text: expect.stringContaining('LICENCE BALANCES') }],
    })
  },
  120_000,
)
