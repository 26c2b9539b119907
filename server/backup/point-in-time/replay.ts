import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import { isSame } from '../../platform/database/sqlite/wal-format.ts'
import { BackupProblem } from '../problem.ts'
import { TargetFailure } from '../targets/target.ts'
import { chooseMoment, instant, type Moment } from './choose.ts'
import type { Chain, Piece } from './names.ts'
import { type Objects, WrongKey } from './objects.ts'
import { type ReadPiece, readPiece } from './piece.ts'

/** What is known of a base. */
const About = z.strictObject({
  chain: z.string(),
  start: z.int(),
  end: z.int(),
  at: z.int(),
  /** of the key that seals the office's audit log */
  keyId: z.string().nullable(),
  /** of the database file */
  sha256: z.string(),
})
type About = z.infer<typeof About>

/**
 * Rebuilds the database as it was at an instant.
 * @param file is created
 * @param keyId of the office's key; segments of another office are refused
 * @throws BackupProblem when the segments do not reach it, with what is possible instead
 */
export async function replay(
  chains: Chain[],
  objects: Objects,
  { until, file, keyId }: { until: number; file: string; keyId: string | null },
): Promise<Pick<Moment, 'at' | 'isEnd'>> {
  const moment = await chooseMoment(chains, until, async (piece) => (await readChecked(objects, piece)).commits)
  const about = await readAbout(objects, moment)
  if (about.keyId !== keyId) throw new BackupProblem('The segments belong to another office than the backup.')
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeBase(objects, moment, { about, handle })
    await replayPieces(objects, moment, handle)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return moment
}

async function readAbout(objects: Objects, { base, chain }: Moment): Promise<About> {
  const bytes = await objects.bytes(base.about)
  const { data } = About.safeParse(JSON.parse(bytes.toString('utf8')))
  if (data?.chain !== chain.id || data.start !== base.start || data.end !== base.end) throw damaged(base.about)
  return data
}

async function writeBase(
  objects: Objects,
  { base }: Moment,
  { about, handle }: { about: About; handle: FileHandle },
): Promise<void> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of (await objects.open(base.name)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
  } catch (error) {
    throw error instanceof WrongKey || error instanceof TargetFailure ? error : damaged(base.name, error)
  }
  if (hash.digest('hex') !== about.sha256) throw damaged(base.name)
}

function damaged(name: string, cause?: unknown): BackupProblem {
  return new BackupProblem(`${name} in the segments is damaged.`, { cause })
}

async function replayPieces(
  objects: Objects,
  { pieces, frame, chain, base }: Moment,
  handle: FileHandle,
): Promise<void> {
  let [before, latest, size]: [ReadPiece | undefined, number, number | undefined] = [undefined, 0, undefined]
  for (const piece of pieces) {
    const read = await readChecked(objects, piece, latest)
    if (read.chain !== chain.id || read.seq !== piece.seq || (before && !continues(read, before)))
      throw new BackupProblem(
        `The segment of ${instant(piece.first)} does not continue the one before it.${upTo(latest)}`,
      )
    size = (await apply(read, piece === pieces.at(-1) ? frame : undefined, handle)) ?? size
    before = read
    // Before its end the base is not consistent.
    if (piece.seq >= base.end) latest = Math.max(piece.last, base.at)
  }
  if (size !== undefined) await handle.truncate(size)
}

/** Whether a piece begins where the one before ended, or with a new log, which only begins after the former ended. */
function continues({ salts, after, checksum }: ReadPiece, before: ReadPiece): boolean {
  if (!isSame(salts, before.salts)) return after === 0
  return after === before.after + before.frames.length && isSame(checksum, before.end)
}

/** @returns bytes of the database after the last commit in it */
async function apply({ frames, after, pageSize }: ReadPiece, last: number | undefined, handle: FileHandle) {
  const selected = frames.slice(0, last === undefined ? frames.length : last - after)
  for (const { page, content } of selected) await handle.write(content, 0, content.length, (page - 1) * pageSize)
  const pages = selected.findLast(({ sizeAfter }) => sizeAfter > 0)?.sizeAfter
  return pages === undefined ? undefined : pages * pageSize
}

/** @throws BackupProblem naming the segment and the latest moment that is possible without it */
async function readChecked(objects: Objects, piece: Piece, latest = 0): Promise<ReadPiece> {
  try {
    return readPiece(await objects.bytes(piece.name))
  } catch (error) {
    // Of the place, not of the segment.
    if (error instanceof TargetFailure && error.code !== 'gone') throw error
    if (error instanceof WrongKey)
      throw new WrongKey(`The segment ${when(piece)}: ${error.message}${upTo(latest)}`, { cause: error })
    throw new BackupProblem(`The segment ${when(piece)} is damaged.${upTo(latest)}`, { cause: error })
  }
}

function when({ first, last }: Piece): string {
  return first === last ? `of ${instant(first)}` : `from ${instant(first)} to ${instant(last)}`
}

function upTo(latest: number): string {
  return latest === 0 ? '' : ` The latest possible moment is ${instant(latest)}.`
}
