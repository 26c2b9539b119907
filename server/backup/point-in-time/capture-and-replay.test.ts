import Database from 'better-sqlite3'
import fc from 'fast-check'
import { sql } from 'kysely'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '../../platform/database/db.ts'
import { LogCapture, printOf } from '../../platform/database/sqlite/log-capture.ts'
import { openSqlite } from '../../platform/database/sqlite/sqlite.ts'
import { FolderTarget } from '../targets/folder-target.ts'
import { copyBase } from './base.ts'
import { baseNames, listChains, pieceName } from './names.ts'
import { Objects, packed, streamOf } from './objects.ts'
import { replay } from './replay.ts'

const top = mkdtempSync(join(tmpdir(), 'rfd-moments-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

let offices = 0
/** A database whose log is captured, with a clock of its own and a place for the segments. */
class Office {
  readonly folder = join(top, String(++offices))
  readonly file = join(this.folder, 'rfd.sqlite')
  readonly target = new FolderTarget(join(this.folder, 'place'))
  now = 1_800_000_000_000
  readonly ledger: { id: number; at: number }[] = []
  capture!: LogCapture
  db!: Db
  #chains = 0

  static async open(): Promise<Office> {
    const office = new Office()
    mkdirSync(office.target.where, { recursive: true })
    await office.start()
    await office.db.write((tx) => sql`create table ledger (id integer primary key, text text)`.execute(tx))
    return office
  }

  async start(): Promise<void> {
    this.capture = new LogCapture(this.file, join(this.folder, 'pieces'), {
      clock: () => new Date(this.now),
      pieceBytes: 20_000,
    })
    this.db = await openSqlite(this.file, undefined, undefined, this.capture)
  }

  /** As the server does once the log is long. */
  async checkpoint(): Promise<void> {
    await this.capture.beforeCheckpoint(async () => {
      const raw = new Database(this.file)
      raw.pragma('wal_checkpoint(PASSIVE)')
      raw.close()
    })
  }

  async write(rows: number, bytes = 10): Promise<void> {
    this.now += 1 + Math.floor(Math.random() * 3000)
    const first = this.ledger.length + 1
    await this.db.write(async (tx) => {
      for (let id = first; id < first + rows; id++)
        await sql`insert into ledger values (${id}, ${'x'.repeat(bytes)})`.execute(tx)
    })
    for (let id = first; id < first + rows; id++) this.ledger.push({ id, at: this.now })
  }

  /** As a killed process leaves it: what was not captured is only in the log. */
  async kill(): Promise<void> {
    const files = ['rfd.sqlite', 'rfd.sqlite-wal', 'pieces/state.json']
    const left = files.map((name) => readFileSync(join(this.folder, name)))
    const pieces = new Set(this.#pieces())
    await this.db.close()
    files.forEach((name, i) => writeFileSync(join(this.folder, name), left[i]!))
    // A killed process would not have touched the file.
    const state = JSON.parse(left[2]!.toString()) as { closed: string | null }
    if (state.closed !== null)
      writeFileSync(join(this.folder, files[2]!), JSON.stringify({ ...state, closed: printOf(this.file) }))
    rmSync(`${this.file}-shm`, { force: true })
    for (const piece of this.#pieces()) if (!pieces.has(piece)) rmSync(join(this.folder, 'pieces', piece))
    await this.start()
  }

  async restart(): Promise<void> {
    await this.db.close()
    await this.start()
  }

  async begin(): Promise<void> {
    await this.capture.begin(`${String(++this.#chains).padStart(6, '0')}-abc`)
    await this.base()
  }

  async base(): Promise<void> {
    const to = join(this.folder, 'copy')
    const signal = new AbortController().signal
    const made = (await copyBase(this.capture, { file: this.file, to, recipient: undefined, signal }))!
    await this.ship()
    const names = baseNames(made.chain, made)
    await this.target.remove(names.name)
    await this.target.remove(names.about)
    await this.target.put(names.name, streamOf(readFileSync(to)))
    const about = JSON.stringify({ ...made, keyId: null })
    await this.target.put(names.about, await packed(streamOf(about), undefined))
  }

  #pieces(): string[] {
    return readdirSync(join(this.folder, 'pieces'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\d{12}-/.test(name),
    )
  }

  async ship(): Promise<void> {
    await this.capture.cut()
    for (const piece of this.#pieces()) {
      const [chain, file] = piece.split('/') as [string, string]
      const content = readFileSync(join(this.folder, 'pieces', piece))
      await this.target.put(pieceName(chain, file), await packed(streamOf(content), undefined))
      rmSync(join(this.folder, 'pieces', piece))
    }
  }

  async restored(until: number): Promise<number[]> {
    const file = join(this.folder, `restored-${until}.sqlite`)
    rmSync(file, { force: true })
    await replay(await listChains(this.target), new Objects(this.target, []), { until, file, keyId: null })
    const raw = new Database(file)
    try {
      expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
      return raw.prepare<[], number>('select id from ledger order by id').pluck().all()
    } finally {
      raw.close()
    }
  }

  until(at: number): number[] {
    return this.ledger.filter((entry) => entry.at <= at).map(({ id }) => id)
  }
}

test('every moment of an office that was written to, stopped and killed is restored with all that was committed before', async () => {
  const step = fc.constantFrom(
    ...Array.from({ length: 8 }, () => 'write'),
    'large',
    'checkpoint',
    'checkpoint',
    'cut',
    'cut',
    'ship',
    'kill',
    'restart',
    'base',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 30 }),
      fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
      async (steps, moments) => {
        const office = await Office.open()
        await office.write(3)
        await office.begin()
        const began = office.now
        const fuzzy: [number, number][] = []
        for (const one of steps) {
          if (one === 'write') await office.write(2)
          if (one === 'large') await office.write(60, 1000)
          if (one === 'checkpoint') await office.checkpoint()
          if (one === 'cut') await office.capture.cut()
          if (one === 'ship') await office.ship()
          if (one === 'kill') {
            fuzzy.push([office.capture.chain!.at, office.now])
            await office.kill()
          }
          if (one === 'restart') await office.restart()
          if (one === 'base') await office.base()
        }
        await office.ship()
        expect(office.capture.ended).toBeUndefined()
        for (const moment of moments) {
          const until = began + Math.floor(((office.now - began) * moment) / 1000)
          const rows = await office.restored(until)
          const isFuzzy = fuzzy.some(([from, to]) => from <= until && until < to)
          // What a killed process had not captured counts as of the last known instant: more, but never less.
          if (isFuzzy) expect(rows).toEqual(expect.arrayContaining(office.until(until)))
          else expect(rows).toEqual(office.until(until))
        }
        await office.db.close()
        rmSync(office.folder, { recursive: true })
      },
    ),
    { numRuns: 5, endOnFailure: true },
  )
})

/** An office with a base and six segments, of one second each. */
async function written(): Promise<{ office: Office; names: string[] }> {
  const office = await Office.open()
  await office.begin()
  for (let i = 0; i < 6; i++) {
    await office.write(1)
    await office.ship()
  }
  const [chain] = await listChains(office.target)
  return { office, names: chain!.pieces.slice(-6).map(({ name }) => join(office.target.where, name)) }
}
const at = (office: Office, row: number) => office.ledger[row]!.at
const iso = (ms: number) => new Date(ms).toISOString()

test('a missing segment is named, with the latest moment that is possible; what lies before it is restored', async () => {
  const { office, names } = await written()
  rmSync(names[3]!)
  const sentence = `Segments from ${iso(at(office, 2))} to ${iso(at(office, 4))} are missing. The latest possible moment is ${iso(at(office, 2))}.`
  await expect(office.restored(at(office, 5))).rejects.toThrow(sentence)
  expect(await office.restored(at(office, 2))).toEqual([1, 2, 3])
  // A copy of the database that was made with a later log does not need it.
  await office.checkpoint()
  await office.write(1)
  await office.base()
  expect(await office.restored(office.now)).toEqual([1, 2, 3, 4, 5, 6, 7])
  await office.db.close()
})

test('a segment that was cut, altered or taken from another place is refused, and named', async () => {
  const { office, names } = await written()
  const whole = readFileSync(names[3]!)
  const altered = Buffer.from(whole)
  altered[Math.floor(altered.length / 2)]! ^= 1
  const other = await written()
  const damaged = `The segment of ${iso(at(office, 3))} is damaged. The latest possible moment is ${iso(at(office, 2))}.`
  const foreign = `The segment of ${iso(at(office, 3))} does not continue the one before it. The latest possible moment is ${iso(at(office, 2))}.`
  for (const [content, sentence] of [
    [whole.subarray(0, whole.length / 2), damaged],
    [Buffer.alloc(0), damaged],
    [altered, damaged],
    [readFileSync(names[2]!), foreign],
    [readFileSync(other.names[3]!), foreign],
  ] as const) {
    writeFileSync(names[3]!, content)
    await expect(office.restored(at(office, 5))).rejects.toThrow(sentence)
  }
  await office.db.close()
  await other.office.db.close()
})

test('a clock that was set back by an hour loses nothing that was committed before the chosen second', async () => {
  const { office } = await written()
  office.now -= 3_600_000
  await office.write(1)
  await office.ship()
  await office.write(1)
  await office.ship()
  const [, , , , , , seventh, eighth] = office.ledger
  expect(await office.restored(eighth!.at)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await office.restored(seventh!.at)).toEqual([1, 2, 3, 4, 5, 6, 7])
  // It has come twice; the later one counts.
  expect(await office.restored(at(office, 2))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  await office.db.close()
})

test('writes of another program end the chain, and what lies between it and the next one is a gap that is named', async () => {
  const { office } = await written()
  const end = office.now
  const raw = new Database(office.file)
  raw.exec("insert into ledger values (1000, 'from elsewhere')")
  raw.close()
  await office.write(1)
  await office.capture.cut()
  expect(office.capture).toMatchObject({ chain: undefined, ended: 'changed-elsewhere' })
  office.now += 60_000
  await office.begin()
  const began = office.capture.chain!.at
  await expect(office.restored(end + 1)).rejects.toThrow(
    `Segments from ${iso(end)} to ${iso(began)} are missing: nothing was captured then. The latest moment before is ${iso(end)}, the earliest after it ${iso(began)}.`,
  )
  expect(await office.restored(end)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await office.restored(began)).toEqual([1, 2, 3, 4, 5, 6, 7, 1000])
  await expect(office.restored(0)).rejects.toThrow('The segments begin later. The earliest moment that they reach is')
  await office.db.close()
})

test('a database that was changed while it was closed is not taken for the end of the chain', async () => {
  const { office } = await written()
  await office.db.close()
  const raw = new Database(office.file)
  raw.exec("insert into ledger values (1000, 'from elsewhere')")
  raw.close()
  await office.start()
  expect(office.capture).toMatchObject({ chain: undefined, ended: 'changed-elsewhere' })
  await office.db.close()
})
