import { BackupProblem } from '../problem.ts'
import type { Base, Chain, Piece } from './names.ts'

/** What is replayed to reach a moment. */
export interface Moment {
  chain: Chain
  base: Base
  /** that follow the base, in order */
  pieces: Piece[]
  /** the last frame of the last piece to replay; undefined: all of it */
  frame: number | undefined
  /** of the last commit that is in it */
  at: number
  /** the segments end before the wanted instant */
  isEnd: boolean
}

/** The instants of a piece's commits, by their last frame. */
type ReadCommits = (piece: Piece) => Promise<[frame: number, at: number][]>

/**
 * The last commit that was made until an instant, and how to reach it. A clock that was set back makes an instant come
 * twice; then the later one counts, so that nothing is lost.
 * @throws BackupProblem naming what is missing, and what is possible instead
 */
export async function chooseMoment(chains: Chain[], until: number, commitsOf: ReadCommits): Promise<Moment> {
  const index = chains.findLastIndex((one) => reaches(one, until))
  const chain = chains[index]
  if (!chain) throw new BackupProblem(beforeAll(chains))
  const isEnd = until > endOf(chain)
  const next = chains.slice(index + 1).find(({ bases }) => bases.length > 0)
  if (isEnd && next) throw new BackupProblem(betweenChains(endOf(chain), next.bases[0]!.at))
  const commit = await lastCommit(chain, until, commitsOf)
  const last = commit?.seq ?? 0
  const bases = chain.bases.filter((base) => base.start <= last + 1 && (base.at <= until || base.end < last))
  const base = bases.findLast((one) => missingIn(chain.pieces, one, last) === undefined)
  if (!base) throw new BackupProblem(missingWords(chain, bases, last))
  const pieces = chain.pieces.filter(({ seq }) => seq >= base.start && seq <= Math.max(base.end, last))
  const past = commit && commit.seq > base.end ? commit : undefined
  return { chain, base, pieces, frame: past?.frame, at: past?.at ?? base.at, isEnd }
}

/** Whether a moment until then can be in a chain. After a clock was set back, a commit may seem older than the base. */
function reaches({ bases, pieces }: Chain, until: number): boolean {
  const [first] = bases
  return (
    first !== undefined && (first.at <= until || pieces.some((piece) => piece.seq > first.end && piece.first <= until))
  )
}

async function lastCommit({ pieces }: Chain, until: number, commitsOf: ReadCommits) {
  for (const piece of pieces.toReversed()) {
    if (piece.first > until) continue
    const [frame, at] = (await commitsOf(piece)).findLast(([, instant]) => instant <= until) ?? []
    if (frame !== undefined && at !== undefined) return { seq: piece.seq, frame, at }
  }
  return undefined
}

/** The number of the first piece that is not there. */
function missingIn(pieces: Piece[], { start, end }: Base, until: number): number | undefined {
  const there = new Set(pieces.map(({ seq }) => seq))
  for (let seq = start; seq <= Math.max(end, until); seq++) if (!there.has(seq)) return seq
  return undefined
}

/** Instant of the last change in it. */
export function endOf({ pieces, bases }: Pick<Chain, 'pieces' | 'bases'>): number {
  return Math.max(...pieces.map(({ last }) => last), ...bases.map(({ at }) => at))
}

function beforeAll(chains: Chain[]): string {
  const bases = chains.flatMap((chain) => chain.bases)
  if (bases.length === 0)
    return 'There are no complete segments here. Name the folder or bucket that the settings show.'
  return `The segments begin later. The earliest moment that they reach is ${instant(Math.min(...bases.map(({ at }) => at)))}.`
}

function betweenChains(end: number, begin: number): string {
  return `Segments from ${instant(end)} to ${instant(begin)} are missing: nothing was captured then. The latest moment before is ${instant(end)}, the earliest after it ${instant(begin)}.`
}

function missingWords({ pieces }: Chain, bases: Base[], until: number): string {
  // The newest base reaches furthest.
  const reaches = bases.map((base) => {
    const missing = missingIn(pieces, base, until)!
    const before = pieces.findLast(({ seq }) => seq < missing && seq >= base.start)
    const after = pieces.find(({ seq }) => seq > missing)
    const latest = missing > base.end ? Math.max(before?.last ?? 0, base.at) : undefined
    return { from: before?.last ?? base.at, to: after?.first, latest }
  })
  const { from, to } = reaches.at(-1)!
  const latest = Math.max(...reaches.map((reach) => reach.latest ?? -Infinity))
  const gap = `Segments from ${instant(from)}${to === undefined ? '' : ` to ${instant(to)}`} are missing`
  return latest > 0
    ? `${gap}. The latest possible moment is ${instant(latest)}.`
    : `${gap}, and no earlier moment is complete.`
}

export function instant(ms: number): string {
  return new Date(ms).toISOString()
}
