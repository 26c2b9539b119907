import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { get, post, put, testApp } from '../../../testing/app.ts'
import { buildRequest } from '../../../testing/build.ts'
import { pdfOf } from '../../../testing/documents/pdf.ts'
import { jobRunners } from '../../../testing/jobs.ts'
import { uploaded } from '../../../testing/uploads.ts'
import { sentenceOf } from '../notes.ts'
import { extractInProcess } from '../extraction-process.ts'
import { extractionJobs } from '../jobs.ts'
import { scansAgainJobs } from '../scans-again.ts'
import { installedLanguages, readPicture } from './programs.ts'

/** The path of a system program; undefined where it is not installed. */
function find(name: string): string | undefined {
  try {
    return execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

const tesseract = find('tesseract')
const pdftoppm = find('pdftoppm')
const languages = tesseract ? await installedLanguages() : []
const isThere = pdftoppm !== undefined && languages.includes('eng')
/** A page takes some seconds of a core, and the machine may be busy. */
const WITHIN = { timeout: 300_000, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'rfd-tesseract-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

/** Wraps the real program in a script. @returns a PATH on which the script comes first */
function behind(script: string): string {
  const path = join(folder, 'tesseract')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return [folder, process.env.PATH].join(delimiter)
}

/** A typed page, and pages that are pictures of these words, as from a scanner. */
async function scanOf(...pages: string[]): Promise<Buffer> {
  const pictures: Buffer[] = []
  for (const words of pages) {
    const text = await pdfOf((pdf) => pdf.fontSize(22).text(words))
    pictures.push(execFileSync(pdftoppm!, ['-png', '-r', '150', '-'], { input: text }))
  }
  return pdfOf((pdf) => {
    pdf.text('Typed cover page')
    for (const picture of pictures) pdf.addPage().image(picture, 0, 0, { width: 595 })
  })
}

const read = (content: Buffer, path: string) =>
  extractInProcess(Readable.from([content]), {
    type: 'pdf',
    readScans: true,
    path,
    signal: new AbortController().signal,
  })

describe.runIf(isThere)('with the Tesseract of this machine', { timeout: 300_000 }, () => {
  const run = jobRunners()
  let office: Awaited<ReturnType<typeof testApp>>
  beforeEach(async () => {
    office = await testApp()
    return () => office.close()
  })

  test('the words of a scanned page are found once the setting is on, and the hit names the page', async () => {
    const { app, db, services, ada, cleo } = office
    const { id } = await buildRequest(db, { title: 'Balances', requesterId: ada.id, description: 'Nothing to see.' })
    const picture = execFileSync(pdftoppm!, ['-png', '-r', '150', '-'], {
      input: await pdfOf((pdf) => pdf.fontSize(22).text('The ministry asks for licence balances')),
    })
    const scan = await pdfOf((pdf) => {
      pdf.rect(50, 50, 200, 200).fill('gray')
      pdf.addPage().image(picture, 0, 0, { width: 595 })
    })
    const uploadIds = [await uploaded(app, ada, scan, 'Scan.pdf')]
    await post(app, ada, `/api/requests/${id}/documents`, { uploadIds })
    const text = async () => (await get(app, ada, `/api/requests/${id}/documents`)).body.documents[0].text
    const search = async () => (await get(app, ada, '/api/requests?search=licence%20balances')).body

    run(office, { ...extractionJobs(services), ...scansAgainJobs(services) })
    await vi.waitFor(
      async () => expect(await text()).toMatchObject({ state: 'none', note: sentenceOf({ code: 'scanned' }) }),
      WITHIN,
    )
    expect((await search()).total).toBe(0)

    const { body: settings } = await get(app, cleo, '/api/settings/documents')
    expect((await put(app, cleo, '/api/settings/documents', { ...settings, readScans: true })).statusCode).toBe(200)
    await vi.waitFor(async () => expect((await text()).state).toBe('ready'), WITHIN)
    await vi.waitFor(async () => expect((await search()).total).toBe(1), WITHIN)
    expect((await search()).requests[0].passage).toMatchObject({
      source: 'document',
      text: expect.stringMatching(/licence balances/i),
      document: { name: 'Scan.pdf', page: 2, pages: 2 },
    })
  })

  test('if Tesseract is killed only its page is lost', async () => {
    const mark = join(folder, 'was-killed')
    rmSync(mark, { force: true })
    const path = behind(`
      case "$1" in --list-langs) exec ${tesseract} "$@" ;; esac
      [ -e ${mark} ] && exec ${tesseract} "$@"
      touch ${mark}
      ${tesseract} "$@" & kill -9 $!
      wait $!`)
    expect(await read(await scanOf('Lost words', 'Gate passes'), path)).toMatchObject({
      state: 'ready',
      pageCount: 3,
      pages: [{ text: 'Typed cover page' }, { text: '' }, { text: expect.stringContaining('Gate passes') }],
      notes: [{ code: 'scans-failed', count: 1 }],
    })
  })

  test('without any language data nothing is recognized, and no page is lost', async () => {
    const path = behind(`TESSDATA_PREFIX=${folder} exec ${tesseract} "$@"`)
    expect(await read(await scanOf('Gate passes'), path)).toMatchObject({
      state: 'ready',
      pages: [{ text: 'Typed cover page' }, { text: '' }],
      notes: expect.not.arrayContaining([{ code: 'scans-read' }]),
    })
  })

  test('without its language data a page has no text', async () => {
    const path = behind(`
      case "$1" in --list-langs) printf 'List (1):\\nqqq\\n' ;; *) exec ${tesseract} "$@" ;; esac`)
    expect(await read(await scanOf('Gate passes'), path)).toMatchObject({
      pages: [{ text: 'Typed cover page' }, { text: '' }],
      notes: [{ code: 'scans-failed', count: 1 }],
    })
  })

  test('it is killed when it takes too long', async () => {
    const picture = execFileSync(pdftoppm!, ['-png', '-r', '150', '-'], { input: await scanOf('Gate passes') })
    await expect(readPicture(picture, languages, 1)).rejects.toMatchObject({ killed: true })
  })
})
