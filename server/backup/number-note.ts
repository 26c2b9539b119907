import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { highestNumber } from '../database/dialect.ts'

const NOTE_FILE = 'highest-number.json'
const NOTE_INTERVAL_MS = 1000

const Noted = z.object({ highestNumber: z.int().min(0) })

/** The highest request number noted in a data folder; 0 without a readable note. */
export function readNotedNumber(dataDir: string): number {
  try {
    return Noted.parse(JSON.parse(readFileSync(join(dataDir, NOTE_FILE), 'utf8'))).highestNumber
  } catch {
    return 0
  }
}

interface Options {
  db: Db
  dataDir: string
  log: { warn(fields: object, message: string): void }
}

/**
 * Notes the highest request number outside the database, so that an office restored from an older backup issues none
 * again.
 */
export class NumberNote {
  readonly #options: Options
  #noted: number
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
    await this.note()
  }

  async #write(): Promise<void> {
    const { db, dataDir, log } = this.#options
    try {
      const issued = await highestNumber(db.read)
      if (issued > this.#noted) await writeNumber(dataDir, issued)
      this.#noted = Math.max(issued, this.#noted)
      this.#isFailing = false
    } catch (error) {
      // It is tried again, and logged once.
      if (!this.#isFailing) log.warn({ err: error }, 'The highest request number could not be noted')
      this.#isFailing = true
    }
  }
}

async function writeNumber(dataDir: string, number: number): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, NOTE_FILE)
  // Processes that share a PostgreSQL database may also share the folder.
  const fresh = `${file}.${process.pid}.new`
  await writeFile(fresh, `${JSON.stringify({ highestNumber: number })}\n`, { mode: 0o600, flush: true })
  await rename(fresh, file)
}
