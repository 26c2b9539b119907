import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { get, testApp } from '../../testing/app.ts'
import { recordAny } from '../../testing/audit.ts'
import { TEST_SEALER, TEST_SECRET } from '../../testing/database.ts'
import type { App } from '../../platform/http/app.ts'
import { verifyLines } from './verify-audit.mjs'
import { auditJobs } from './head.ts'

let office: Awaited<ReturnType<typeof testApp>>
let folder: string
beforeAll(async () => {
  office = await testApp()
  folder = mkdtempSync(join(tmpdir(), 'rfd-audit-'))
})
beforeEach(() => office.reset())
afterAll(async () => {
  await office.close()
  rmSync(folder, { recursive: true, force: true })
})

const VERIFIER = join(import.meta.dirname, 'verify-audit.mjs')
const secretKey = TEST_SECRET.toString()

async function write(many: number, details: Record<string, unknown> = {}) {
  await office.db.write(async (tx) => {
    for (let i = 1; i <= many; i++)
      await recordAny(tx, office.clock, {
        actorId: 'user-ada',
        action: `step ${i}`,
        details: { word: 'ä"\\\u2028', ...details },
      })
  })
  await TEST_SEALER.sealAll(office.db)
}

function download(path: string, person = office.cleo) {
  const app: App = office.app
  return app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${person.token}` } })
}

async function exported(): Promise<string> {
  const { payload } = await download('/api/audit/export.jsonl')
  return payload
}

const linesOf = (file: string) => file.split('\n').slice(0, -1)
const verified = (file: string, options = {}) => verifyLines(linesOf(file), options)

test('a table of the log is safe to open, readable as UTF-8, and an entry of the log itself', async () => {
  await write(1, { note: '=HYPERLINK("x")', from: '-1' })
  await office.db.write((tx) => recordAny(tx, office.clock, { actorId: '=cmd', action: '+calc' }))
  const res = await download('/api/audit/export.csv?person=user-ada')
  expect(res.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(res.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
  const [head, first, ...rest] = res.payload.split('\r\n')
  expect(head).toBe('\uFEFFTime (UTC),Entry,Person,What happened,Action,About,Address,Details,Hash')
  expect(first).toContain('2026-03-10T09:00:00.000Z,1,Ada Quint,Ada Quint: step 1,step 1,')
  expect(rest).toEqual([''])
  const all = (await download('/api/audit/export.csv')).payload
  expect(all).toContain(",'=cmd,'=cmd: +calc,'+calc,")
  const entries = await office.db.read
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'audit.exported')
    .execute()
  expect(entries.map(({ details }) => JSON.parse(details))).toEqual([
    { format: 'CSV', person: 'user-ada' },
    { format: 'CSV' },
  ])
})

test('a long log is exported page by page, whole and in order', async () => {
  await write(1203)
  const csv = (await download('/api/audit/export.csv')).payload.split('\r\n').slice(1, -1)
  expect(csv.map((line) => line.split(',')[4]).slice(1)).toEqual(
    Array.from({ length: 1203 }, (_, i) => `step ${1203 - i}`),
  )
  await TEST_SEALER.sealAll(office.db)
  const lines = linesOf(await exported())
  const actions = lines.slice(0, 1203).map((line) => (JSON.parse(line) as { action: string }).action)
  expect(actions).toEqual(Array.from({ length: 1203 }, (_, i) => `step ${i + 1}`))
})

test('an exported log verifies without the key, with it, and against the digest on the screen', async () => {
  await write(20)
  const { now } = (await get(office.app, office.cleo, '/api/audit/head')).body
  const file = await exported()
  const intact = { intact: true, digest: expect.any(String) }
  expect(await verified(file)).toMatchObject({ ...intact, keyed: 0 })
  expect(await verified(file, { secretKey })).toMatchObject({ ...intact, unkeyed: 0 })
  expect(await verified(file, { digest: now.digest })).toMatchObject({ ...intact, found: true })
  expect(await verified(file, { digest: 'f'.repeat(64) })).toMatchObject({ intact: false })
})

test('a file rewritten as a whole with new hashes is found by the key and by a noted digest', async () => {
  await write(5)
  const genuine = linesOf(await exported())
  await office.db.write((tx) =>
    tx.updateTable('audit_log').set({ actor_id: 'user-dan' }).where('seq', '=', 3).execute(),
  )
  const forged = await exported()
  expect(await verified(forged)).toMatchObject({ intact: true })
  expect(await verified(forged, { secretKey })).toEqual({ intact: false, entry: 3, damage: 'made without the key' })
  const { digest } = JSON.parse(genuine.at(-1)!) as { digest: string }
  expect(await verified(forged, { digest })).toMatchObject({ intact: false })
})

test('the digest of each day is noted in the log, and entries changed before it are found without a key', async () => {
  await write(5)
  const job = { id: 1, payload: null, attempt: 1, signal: new AbortController().signal }
  await auditJobs(office.services)['note-audit-head']!({ ...job, finishIn: async () => {} })
  await TEST_SEALER.sealAll(office.db)
  const { body } = await get(office.app, office.cleo, '/api/audit/head')
  expect(body).toMatchObject({
    now: { entries: 6 },
    noted: [{ entries: 5, digest: expect.stringMatching(/^[\da-f]{64}$/) }],
  })
  await office.db.write((tx) =>
    tx.updateTable('audit_log').set({ actor_id: 'user-dan' }).where('seq', '=', 3).execute(),
  )
  expect(await verified(await exported())).toMatchObject({
    intact: false,
    entry: 6,
    damage: expect.stringContaining('first 5 entries'),
  })
})

test('the stand-alone verifier reports its result at a terminal, with an exit code', async () => {
  await write(3)
  const source = await download('/api/audit/verify-audit.mjs')
  const [program, log] = [join(folder, 'verify-audit.mjs'), join(folder, 'log.jsonl')]
  writeFileSync(program, source.payload)
  const file = await exported()
  writeFileSync(log, file)
  expect(execFileSync(process.execPath, [program, log], { encoding: 'utf8' })).toMatch(
    /^Intact: \d+ entries\. Digest: [\da-f]{64}\n/,
  )
  writeFileSync(log, file.replace('step 2', 'step 7'))
  const altered = spawnSync(process.execPath, [program, log], { encoding: 'utf8' })
  expect([altered.status, altered.stdout]).toEqual([1, 'NOT INTACT. Entry 2 is altered.\n'])
  const missing = spawnSync(process.execPath, [VERIFIER, join(folder, 'none')], { encoding: 'utf8' })
  expect([missing.status, missing.stdout]).toEqual([2, ''])
})
