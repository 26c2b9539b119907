import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Person } from '../../testing/cast.ts'
import { get, post, put, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { pdfOf } from '../../testing/documents/pdf.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { uploaded } from '../../testing/uploads.ts'
import { EXTRACTION_CONCURRENCY, extractionJobs } from './jobs.ts'
import { scansAgainJobs } from './scans-again.ts'

const run = jobRunners()
/** Files are read at the lowest priority, and the machine may be busy. */
const WITHIN = { timeout: 300_000, interval: 20 }
let office: Awaited<ReturnType<typeof testApp>>
let folder: string

/** Fake system programs: scripts that recognize the pages last passed to `recognize`. */
beforeEach(async () => {
  office = await testApp()
  folder = mkdtempSync(join(tmpdir(), 'rfd-long-scans-'))
  const program = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  program('pdftoppm', 'cat > /dev/null; echo "picture $2"')
  program(
    'tesseract',
    `case "$1" in
      --list-langs) printf 'List of available languages (1):\\neng\\n' ;;
      *) picture=$(head -c 9)
        while [ "\${picture#picture }" -gt "$(cat ${folder}/through)" ]; do sleep 0.05; done
        echo "recognized $picture" ;;
    esac`,
  )
  recognize(0)
  vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter))
  return async () => {
    vi.unstubAllEnvs()
    await office.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
const recognize = (through = 9) => writeFileSync(join(folder, 'through'), String(through))

const scanOf = (typed: string, pages: number) =>
  pdfOf((pdf) => {
    pdf.text(typed)
    for (let i = 0; i < pages; i++) pdf.addPage().rect(50, 50, 300, 300).fill('gray')
  })

async function readScans(on: boolean): Promise<void> {
  const { body } = await get(office.app, office.cleo, '/api/settings/documents')
  const saved = await put(office.app, office.cleo, '/api/settings/documents', { ...body, readScans: on })
  expect(saved.statusCode).toBe(200)
}

function work(): void {
  const { services } = office
  run(
    office,
    { ...extractionJobs(services), ...scansAgainJobs(services) },
    { concurrencyByKind: EXTRACTION_CONCURRENCY },
  )
}

/** Attaches this document to a new request of `person`. @returns a function that reads the state of its text */
async function attach(person: Person, content: Buffer) {
  const { app, db } = office
  const { id } = await buildRequest(db, { requesterId: person.id, title: 'Balances', description: 'Nothing to see.' })
  const uploadIds = [await uploaded(app, person, content)]
  const { body } = await post(app, person, `/api/requests/${id}/documents`, { uploadIds })
  const state = async () => (await get(app, person, `/api/requests/${id}/documents`)).body.documents[0].text
  const pages = async () => (await get(app, person, `/api/documents/${body.documents[0].id}/text`)).body.pages
  return { state, pages }
}

test(
  'a letter or short scan does not wait for long scans, which are read by turns and say where they stand',
  { timeout: 300_000 },
  async () => {
    const { db, ada, ben, dan } = office
    await readScans(true)
    // The last page of the long scans is not recognized before the end.
    recognize(4)
    const scans = [
      await attach(ada, await scanOf('one', 4)),
      await attach(ada, await scanOf('two', 4)),
      await attach(ben, await scanOf('three', 4)),
    ]
    work()
    const scanning = () => db.read.selectFrom('jobs').selectAll().where('kind', '=', 'read-scan').execute()
    await vi.waitFor(async () => expect(await scanning()).toHaveLength(3), WITHIN)
    const letter = await attach(dan, await scanOf('letter', 0))
    await vi.waitFor(async () => expect(await letter.state()).toMatchObject({ state: 'ready' }), WITHIN)
    const short = await attach(dan, await scanOf('short', 3))
    await vi.waitFor(async () => expect(await short.state()).toMatchObject({ state: 'ready' }), WITHIN)
    expect((await short.pages()).at(-1)).toEqual({ number: 4, text: 'recognized picture 4' })
    expect((await scanning()).filter(({ attempts }) => attempts > 0)).toHaveLength(1)
    const turns = (await scanning()).map(({ person_id, turn }) => [person_id, turn])
    expect(turns.toSorted()).toEqual(
      [
        [ada.id, 0],
        [ada.id, 1],
        [ben.id, 0],
      ].toSorted(),
    )
    const states = await Promise.all(scans.map((scan) => scan.state()))
    expect(states.every(({ state }) => state === 'waiting')).toBe(true)
    expect(states.map(({ note }) => note).toSorted()).toEqual([
      'This is a long scan: 2 documents are read before it.',
      'This is a long scan: one document is read before it.',
      'This is a long scan: reading its text takes some minutes.',
    ])
    recognize()
    for (const scan of scans) {
      await vi.waitFor(async () => expect(await scan.state()).toMatchObject({ state: 'ready' }), WITHIN)
      expect((await scan.pages()).at(-1)).toEqual({ number: 5, text: 'recognized picture 5' })
    }
  },
)

test(
  'scanned pages among typed ones are filled in, and their text stays readable meanwhile',
  { timeout: 300_000 },
  async () => {
    const { app, ada } = office
    const letter = await attach(ada, await scanOf('typed page', 1))
    work()
    const note = 'One page has no text.'
    await vi.waitFor(async () => expect(await letter.state()).toMatchObject({ state: 'ready', note }), WITHIN)
    await readScans(true)
    await vi.waitFor(async () => {
      const scanning = office.db.read.selectFrom('jobs').select('attempts').where('kind', '=', 'read-scan')
      expect(await scanning.execute()).toEqual([{ attempts: 1 }])
    }, WITHIN)
    expect(await letter.state()).toMatchObject({ state: 'ready', note })
    recognize()
    const filled = { number: 2, text: 'recognized picture 2' }
    await vi.waitFor(
      async () => expect(await letter.pages()).toEqual([{ number: 1, text: 'typed page' }, filled]),
      WITHIN,
    )
    const search = async (words: string) => (await get(app, ada, `/api/requests?search=${words}`)).body.total
    expect(await search('recognized%20picture')).toBe(1)
    expect(await search('typed%20page')).toBe(1)
    const expected = { note: expect.stringContaining('text recognition') }
    await vi.waitFor(async () => expect(await letter.state()).toMatchObject(expected), WITHIN)
  },
)
