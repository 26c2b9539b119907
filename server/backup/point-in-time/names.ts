import type { Target } from '../targets/target.ts'

/** Everything of the point in time is below this name. */
const TOP = 'point-in-time/'
const CHAINS = `${TOP}chains/`
const FILES = `${TOP}files/`
const GONE = `${TOP}gone/`
/** Identities that open the objects, each sealed with the passphrase. */
export const IDENTITIES = `${TOP}identity-`

export function identityName(recipient: string): string {
  return IDENTITIES + recipient
}

/** A piece of the write-ahead log. Instants are in milliseconds. */
export interface Piece {
  seq: number
  first: number
  last: number
  name: string
}

/** A copy of the database file. Pieces `start` to `end` must follow for it to be consistent, as of `at`. */
export interface Base {
  start: number
  end: number
  at: number
  /** of the copy */
  name: string
  /** of what is known of it */
  about: string
}

/** Pieces without a gap, in which at least one copy of the database begins. */
export interface Chain {
  id: string
  pieces: Piece[]
  bases: Base[]
}

export function pieceName(chain: string, file: string): string {
  return `${CHAINS}${chain}/log-${file}`
}

export function baseNames(chain: string, { start, end, at }: Pick<Base, 'start' | 'end' | 'at'>) {
  const numbers = [padded(start), padded(end), at].join('-')
  return { name: `${CHAINS}${chain}/base-${numbers}`, about: `${CHAINS}${chain}/about-${numbers}` }
}

export function fileName(key: string): string {
  return FILES + key
}

function padded(seq: number): string {
  return String(seq).padStart(12, '0')
}

const NAME = /^(?<id>\d{6}-[a-z0-9]+)\/(?<kind>log|base|about)-(?<numbers>\d+-\d+-\d+)$/

/** The chains in a place, oldest first; each with its pieces and bases in order. */
export async function listChains(target: Pick<Target, 'list'>): Promise<Chain[]> {
  const chains = new Map<string, Chain>()
  for await (const { name } of target.list(CHAINS)) {
    const { id, kind, numbers } = NAME.exec(name.slice(CHAINS.length))?.groups ?? {}
    if (id === undefined) continue
    const chain = chains.get(id) ?? { id, pieces: [], bases: [] }
    chains.set(id, chain)
    const [one, two, three] = numbers!.split('-').map(Number) as [number, number, number]
    if (kind === 'log') chain.pieces.push({ seq: one, first: two, last: three, name })
    // What is known of a copy is stored after it: without, the copy is not complete.
    if (kind === 'about')
      chain.bases.push({ start: one, end: two, at: three, ...baseNames(id, { start: one, end: two, at: three }) })
  }
  for (const { pieces, bases } of chains.values()) {
    pieces.sort((a, b) => a.seq - b.seq)
    bases.sort((a, b) => a.start - b.start || a.end - b.end)
  }
  return [...chains.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Keys of the files in a place. */
export async function listFiles(target: Pick<Target, 'list'>): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const { name } of target.list(FILES)) keys.add(name.slice(FILES.length))
  return keys
}

/** Keys of files that are no longer in the office, with when that was noticed. */
export async function listGone(target: Pick<Target, 'list'>): Promise<Map<string, Date>> {
  const keys = new Map<string, Date>()
  for await (const { name, storedAt } of target.list(GONE)) keys.set(name.slice(GONE.length), storedAt)
  return keys
}

export function goneName(key: string): string {
  return GONE + key
}
