import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { StoredModel } from '../../engine/flow/flow-model.ts'
import { STATUS_NUMBERS } from '../../engine/flow/flow-model.ts'
import { CHANGE_FIELDS } from '../../engine/flow/packed.ts'
import { PRIORITY_KEYS } from '../../shared/request-rules.ts'

/** How far a snapshot goes. */
export interface Extent {
  /** entries up to here are known; of later ones some may be */
  mark: number
  /** the highest entry that is known: while the database has it as it was, the snapshot is of this office */
  newest: Entry
  /** when the newest suggestion was made whose classification is known */
  classified: string
}
export interface Entry {
  id: number
  at: string
  number: number
}

/** What the numbers in a snapshot stand for. One that was written under another meaning is not taken up. */
const MEANING = JSON.stringify([2, STATUS_NUMBERS, PRIORITY_KEYS, CHANGE_FIELDS])
const CHECK_BYTES = 4

/** Puts away what a process has read, for the next one. It may be deleted at any time: then all is read anew. */
export function writeSnapshot(file: string, extent: Extent, model: StoredModel): void {
  const body = serialize({ meaning: MEANING, extent, model })
  const check = Buffer.alloc(CHECK_BYTES)
  check.writeUInt32LE(crc32(body))
  // Two processes that write at the same time leave nonsense at worst, which the check finds.
  writeFileSync(`${file}.new`, check, { mode: 0o600 })
  writeFileSync(`${file}.new`, body, { flag: 'a' })
  renameSync(`${file}.new`, file)
}

/** Null where there is none, or none that can be read whole. */
export function readSnapshot(file: string): { extent: Extent; model: StoredModel } | null {
  try {
    const stored = readFileSync(file)
    const body = stored.subarray(CHECK_BYTES)
    if (stored.readUInt32LE() !== crc32(body)) return null
    // The check has shown that it is what `writeSnapshot` wrote.
    const { meaning, ...snapshot } = deserialize(body) as { meaning: string; extent: Extent; model: StoredModel }
    return meaning === MEANING ? snapshot : null
  } catch {
    return null
  }
}
