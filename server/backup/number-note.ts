import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '../platform/database/db.ts'
import { highestNumber } from '../platform/database/dialect.ts'
import type { FileStore } from '../platform/files/file-store.ts'

const NOTE_FILE = 'highest-number.json'
const NOTE_INTERVAL_MS = 1000
/** A key is written once, so it says the number itself. */
const STORE_FOLDER = 'highest-number/'
/** Each note in a bucket is a call. */
const STORE_INTERVAL_MS = 30_000
const CLOSE_MS = 1000

const Noted = z.object({ highestNumber: z.int().min(0) })

/** The highest request number noted in a data folder; 0 without a readable note. */
export function readNotedNumber(dataDir: string): number {
  try {
    return Noted.parse(JSON.parse(readFileSync(join(dataDir, NOTE_FILE), 'utf8'))).highestNumber
  } catch {
    return 0
  }
}

/** The highest request number noted in a store; 0 without a note. */
export async function numberInStore(store: Pick<FileStore, 'list'>): Promise<number> {
  let highest = 0
  for await (const { key } of store.list(STORE_FOLDER)) highest = Math.max(highest, numberOf(key))
  return highest
}

interface Options {
  db: Db
  dataDir: string
  /** a store that outlives the data folder: a bucket */
  store?: FileStore | undefined
  log: { warn(fields: object, message: string): void }
}

/**
 * Notes the highest request number outside the database, so that an office restored from an older backup issues none
 * again.
 */
export class NumberNote {
  readonly #options: Options
  #noted: number
  #stored = 0
  #storedAt = 0
  #storing: Promise<void> = Promise.resolve()
  #isFailing = false
  #timer: NodeJS.Timeout | undefined
  #busy: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#noted = readNotedNumber(options.dataDir)
  }

  start(): void {
    this.#timer = setInterval(() => void this.note(), NOTE_INTERVAL_MS).unref()
    void this.note()
  }

  /** Notes the present number. */
  note(): Promise<void> {
    this.#busy = this.#busy.then(() => this.#write())
    return this.#busy
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#storedAt = 0
    await this.note()
    // A bucket that does not answer must not keep the server from stopping.
    await Promise.race([this.#storing, pause(CLOSE_MS, undefined, { ref: false })])
  }

  async #write(): Promise<void> {
    const { db, dataDir, log } = this.#options
    try {
      const issued = await highestNumber(db.read)
      if (issued > this.#noted) await writeNumber(dataDir, issued)
      this.#noted = Math.max(issued, this.#noted)
      this.#storing = this.#store(issued)
      this.#isFailing = false
    } catch (error) {
      // It is tried again, and logged once.
      if (!this.#isFailing) log.warn({ err: error }, 'The highest request number could not be noted')
      this.#isFailing = true
    }
  }

  /** Not waited for: a slow bucket must not delay the notes beside the database. */
  async #store(number: number): Promise<void> {
    const { store, log } = this.#options
    const now = performance.now()
    if (!store || number <= this.#stored || (this.#storedAt > 0 && now - this.#storedAt < STORE_INTERVAL_MS)) return
    this.#storedAt = now
    try {
      await store.put(keyOf(number), Readable.from([Buffer.from('1')]), 1)
      this.#stored = Math.max(number, this.#stored)
      for await (const { key } of store.list(STORE_FOLDER)) if (numberOf(key) < number) await store.remove(key)
    } catch (error) {
      log.warn({ err: error }, 'The highest request number could not be noted in the bucket')
    }
  }
}

function keyOf(number: number): string {
  return STORE_FOLDER + number
}

function numberOf(key: string): number {
  const number = Number(key.slice(STORE_FOLDER.length))
  return Number.isSafeInteger(number) ? number : 0
}

async function writeNumber(dataDir: string, number: number): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, NOTE_FILE)
  // Processes that share a PostgreSQL database may also share the folder.
  const fresh = `${file}.${process.pid}.new`
  await writeFile(fresh, `${JSON.stringify({ highestNumber: number })}\n`, { mode: 0o600, flush: true })
  await rename(fresh, file)
}
