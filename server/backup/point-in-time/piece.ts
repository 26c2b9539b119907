import { z } from 'zod'
import { type Frame, framesIn, type Pair } from '../../platform/database/sqlite/wal-format.ts'
import { BackupProblem } from '../problem.ts'

const uint32 = z.int().min(0).max(0xffffffff)
const pair = z.tuple([uint32, uint32])
const Header = z.strictObject({
  chain: z.string(),
  seq: z.int().min(1),
  pageSize: z.int().min(512).max(65_536),
  bigEndian: z.boolean(),
  salts: pair,
  after: z.int().min(0),
  checksum: pair,
  commits: z.array(z.tuple([z.int().min(1), z.int()])),
})
type Header = z.infer<typeof Header>

/** A piece of the log whose frames were checked. */
export interface ReadPiece extends Header {
  frames: Frame[]
  /** checksum of its last frame, which the next piece continues */
  end: Pair
}

/** @throws BackupProblem when a bit of it is not as it was written */
export function readPiece(bytes: Buffer): ReadPiece {
  const line = bytes.indexOf('\n')
  const { data: header } = Header.safeParse(line < 0 ? undefined : parsed(bytes.toString('utf8', 0, line)))
  if (!header) throw new BackupProblem('is no segment')
  const frames: Frame[] = []
  const reading = framesIn(bytes.subarray(line + 1), header, header.checksum)
  for (let next = reading.next(); ; next = reading.next()) {
    if (next.done) return { ...header, frames, end: next.value }
    if (!next.value) throw new BackupProblem('has a damaged frame')
    frames.push(next.value)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
