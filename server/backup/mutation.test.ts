import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACKUP_KEY, backUpOffice, buildPlaces, fillOffice } from '../testing/backup-offices.ts'
import { ARCHIVE_FAULTS, type Change, changedArchive } from '../testing/archive-faults.ts'
import { type Fault, faultsIn } from '../testing/backup-faults.ts'
import { fileAt } from './backup-file.ts'
import { createSqlite, fillSqlite, type LoadSqlite } from './load.ts'
import type { Header } from './manifest.ts'
import { prove } from './prove.ts'
import { readArchive } from './read.ts'
import type { Row } from './source.ts'

/** The proof of a backup is worth what it notices: single faults are put into the restore and into copied files. */
const { top, place, removeAll } = buildPlaces('rfd-mutation-')
const FAULTS = 100

let backup: string
const tables = new Map<string, Row[]>()
/** An empty database of the backup's schema: migrating anew for each fault would take most of the time. */
const empty = join(top, 'empty.sqlite')

beforeAll(async () => {
  const office = await place('sqlite')
  await fillOffice(office)
  backup = await backUpOffice(office, top)
  const { header } = await readArchive(fileAt(backup), undefined, {
    rows: async ({ name }, rows) => void tables.set(name, rows),
  })
  await createSqlite(empty, header)
})
afterAll(removeAll)

/** Restores like the program, but for the fault. */
function loadWith({ rows: change, statement }: Partial<Fault>): LoadSqlite {
  return async (file: string, header: Header) => {
    copyFileSync(empty, file)
    const loader = fillSqlite(file, header)
    return {
      rows: (table, rows) => loader.rows(table, change ? change(table.name, rows) : rows),
      async end() {
        await loader.end()
        if (statement) runIn(file, statement)
      },
    }
  }
}

function runIn(file: string, statement: string): void {
  const raw = new Database(file)
  raw.pragma('foreign_keys = OFF')
  raw.exec(statement)
  raw.close()
}

/** @returns whether a backup is called proven in spite of a fault */
async function isProven(path: string, fault: Partial<Fault> = {}): Promise<boolean> {
  return prove(fileAt(path), undefined, Buffer.from(BACKUP_KEY), undefined, loadWith(fault)).then(
    ({ doubt }) => doubt === undefined,
    () => false,
  )
}

/** Of each kind the same number, as far as there are so many, and each kind in all tables in turn. */
function sample(kinds: Map<string, Fault[]>, count: number): Fault[] {
  const lists = [...kinds.values()].map((faults, kind) => faults.map((_, i) => faults[(i + kind * 7) % faults.length]!))
  const longest = Math.max(...lists.map(({ length }) => length))
  const inTurns = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat()
  return inTurns.slice(0, count)
}

test(`of ${FAULTS} single faults in a restore, the proof finds ${FAULTS}`, async () => {
  expect(await isProven(backup)).toBe(true)
  const kinds = faultsIn(tables)
  const faults = sample(kinds, FAULTS)
  expect(faults).toHaveLength(FAULTS)
  expect(new Set(faults.map(({ what }) => what.split(':')[0])).size).toBe(kinds.size)
  const overlooked: string[] = []
  for (const fault of faults) if (await isProven(backup, fault)) overlooked.push(fault.what)
  expect(overlooked).toEqual([])
})

const repacked = (change: Change) => changedArchive(readFileSync(backup), change)

function inFile(bytes: Buffer): string {
  const path = join(top, `${randomUUID()}.rfd`)
  writeFileSync(path, bytes)
  return path
}

test('a copy that was only packed anew is proven', async () => {
  expect(await isProven(inFile(await repacked((entries) => entries)))).toBe(true)
})

test.each(Object.entries(ARCHIVE_FAULTS))('a copied file with %s is not proven', async (_, change) => {
  const changed = await repacked(change)
  expect(changed.equals(await repacked((entries) => entries))).toBe(false)
  expect(await isProven(inFile(changed))).toBe(false)
})
