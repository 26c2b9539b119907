import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reserveNumbers } from '../platform/database/dialect.ts'
import { LocalFolder } from '../platform/files/local-folder.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { NumberNote, numberInStore, readNotedNumber } from './number-note.ts'

const office = await officeOfFile()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-number-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const issue = (number: number) => office.db.write((tx) => reserveNumbers(tx, number))

test('the highest number is noted in the data folder and in the store, which keeps one note', async () => {
  const store = new LocalFolder(join(folder, 'store'))
  const note = new NumberNote({ db: office.db, dataDir: folder, store, log: { warn: () => {} } })
  await issue(9)
  await note.note()
  await expect.poll(() => numberInStore(store), { timeout: 60_000 }).toBe(9)
  await issue(10)
  await note.note()
  // Each note in a bucket is a call: the next one waits, or is made when the server stops.
  expect([readNotedNumber(folder), await numberInStore(store)]).toEqual([10, 9])
  await note.close()
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  expect(keys).toEqual(['highest-number/10'])
})

test('a note never goes back, and one that cannot be read is none', async () => {
  writeFileSync(join(folder, 'highest-number.json'), '{"highestNumber":50}')
  await issue(9)
  await new NumberNote({ db: office.db, dataDir: folder, log: { warn: () => {} } }).close()
  expect(readNotedNumber(folder)).toBe(50)
  writeFileSync(join(folder, 'highest-number.json'), 'no note')
  expect(readNotedNumber(folder)).toBe(0)
})

test('a number that cannot be noted is warned of once', async () => {
  const warnings: string[] = []
  const log = { warn: (_: object, message: string) => void warnings.push(message) }
  await issue(9)
  writeFileSync(join(folder, 'a-file'), '')
  const note = new NumberNote({ db: office.db, dataDir: join(folder, 'a-file'), log })
  await note.note()
  await note.note()
  expect(warnings).toHaveLength(1)
})
