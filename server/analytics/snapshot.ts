import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { StoredModel } from '../../engine/flow/stored-model.ts'
import { STATUS_NUMBERS } from '../../engine/flow/status-numbers.ts'
import { CHANGE_FIELDS } from '../../engine/flow/packed.ts'
import { PRIORITY_KEYS } from '../../shared/request-rules.ts'

/** The extent of a snapshot. */
export interface Extent {
  /** all entries up to here are known, and perhaps some later ones */
  mark: number
  /** the highest known entry: if the database still has it unchanged, the snapshot belongs to this database */
  newest: Entry
  /** time of the newest suggestion whose classification is known */
  classified: string
}
export interface Entry {
  id: number
  at: string
  number: number
}

/** Meaning of the numbers in a snapshot. A snapshot written with another meaning is ignored. */
const MEANING = JSON.stringify([2, STATUS_NUMBERS, PRIORITY_KEYS, CHANGE_FIELDS])
const CHECK_BYTES = 4

/** Stores the loaded model for the next process. The file may be deleted at any time: the next start then does a full load. */
export function writeSnapshot(file: string, extent: Extent, model: StoredModel): void {
  const body = serialize({ meaning: MEANING, extent, model })
  const check = Buffer.alloc(CHECK_BYTES)
  check.writeUInt32LE(crc32(body))
  // Two concurrent writers produce at worst a corrupt file, which the checksum detects.
  writeFileSync(`${file}.new`, check, { mode: 0o600 })
  writeFileSync(`${file}.new`, body, { flag: 'a' })
  renameSync(`${file}.new`, file)
}

/** Null without a snapshot, or if it is corrupt or outdated. */
export function readSnapshot(file: string): { extent: Extent; model: StoredModel } | null {
  try {
    const stored = readFileSync(file)
    const body = stored.subarray(CHECK_BYTES)
    if (stored.readUInt32LE() !== crc32(body)) return null
    // The checksum shows that `writeSnapshot` wrote it.
    const { meaning, ...snapshot } = deserialize(body) as { meaning: string; extent: Extent; model: StoredModel }
    return meaning === MEANING ? snapshot : null
  } catch {
    return null
  }
}
