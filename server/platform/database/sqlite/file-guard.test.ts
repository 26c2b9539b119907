import { copyFileSync, mkdtempSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../db.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let file: string
let db: Db
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-guard-'))
  file = join(folder, 'rfd.sqlite')
  db = await openSqlite(file)
  await db.migrate()
  await save('first')
  await db.ping()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

const save = (key: string) =>
  db.write((tx) =>
    tx.insertInto('settings').values({ key, value: '1', updated_at: '2026-03-10T09:00:00.000Z' }).execute(),
  )
const later = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5000)

const unavailable = (how: string) => ({
  code: 'unavailable',
  cause: expect.objectContaining({ message: expect.stringContaining(how) }),
})

test('a deleted database is noticed, and nothing is written into what was deleted', async () => {
  rmSync(file)
  await expect(db.ping()).rejects.toMatchObject(unavailable('deleted'))
  await expect(save('lost')).rejects.toMatchObject(unavailable('deleted'))
})

test('a replaced database is noticed, and nothing is written into the former one', async () => {
  copyFileSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
  await expect(db.ping()).rejects.toMatchObject(unavailable('replaced'))
  await expect(save('lost')).rejects.toMatchObject(unavailable('replaced'))
})

test('a database whose journal is gone is noticed', async () => {
  rmSync(`${file}-wal`)
  await expect(db.ping()).rejects.toMatchObject(unavailable('journal'))
})

test('a database that was cut off is noticed', async () => {
  const { size } = statSync(file)
  truncateSync(file, Math.floor(size / 2 / 4096) * 4096)
  later()
  await expect(db.ping()).rejects.toThrow()
})

test('an intact file is ready, also after it has grown', async () => {
  later()
  await save('second')
  await db.ping()
  await expect(save('third')).resolves.toBeDefined()
})
