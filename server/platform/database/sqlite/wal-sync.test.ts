import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../db.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Db
/** The fake disk: each pending sync settles when the test says so. */
let disk: { done(): void; fails(): void }[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-sync-'))
  db = await openSqlite(join(folder, 'test.sqlite'))
  await db.migrate()
  await db.write((tx) => sql`create table notes (id integer primary key)`.execute(tx))
  const handle = await open(folder)
  const files = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  disk = []
  vi.spyOn(files, 'datasync').mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        const fails = () => reject(Object.assign(new Error('i/o error'), { code: 'EIO' }))
        disk.push({ done: resolve, fails })
      }),
  )
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

const note = (id: number) => db.write((tx) => sql`insert into notes values (${id})`.execute(tx))
const syncs = (times: number) => expect.poll(() => disk).toHaveLength(times)
const read = async () => (await sql<{ id: number }>`select id from notes order by id`.execute(db.read)).rows

test('a change is acknowledged once it is on disk; reads do not wait for the disk', async () => {
  let settled = false
  const writing = note(1).then(() => (settled = true))
  await syncs(1)
  expect(await read()).toEqual([{ id: 1 }])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(settled).toBe(false)
  disk[0]?.done()
  await writing
})

test('changes that arrive while the disk is busy share the next sync', async () => {
  const first = note(1)
  await syncs(1)
  const others = [note(2), note(3), note(4)]
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(disk).toHaveLength(1)
  disk[0]?.done()
  await first
  await syncs(2)
  disk[1]?.done()
  await Promise.all(others)
  expect(await read()).toHaveLength(4)
  expect(disk).toHaveLength(2)
})

test('after a failed sync no write is acknowledged any more, and the server reports that it is not ready', async () => {
  const writing = note(1)
  await syncs(1)
  disk[0]?.fails()
  await expect(writing).rejects.toMatchObject({ code: 'uncertain', cause: { code: 'EIO' } })
  await expect(note(2)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(db.ping()).rejects.toMatchObject({ code: 'unavailable' })
  // The second write has not even started.
  expect(await read()).toEqual([{ id: 1 }])
  expect(disk).toHaveLength(1)
})
