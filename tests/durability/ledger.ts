import type { RequestPatch } from '../../shared/requests.ts'

export type Change = Pick<RequestPatch, 'title' | 'priority' | 'dueDate' | 'status'>

/** Acknowledged writes of one request, which must never be lost. */
export interface Kept {
  id: string
  /** unique in the run, to detect duplicates */
  marker: string
  owner: string
  version: number
  status: string
  /** acknowledged changes by the resulting version */
  changes: Map<number, Change>
  /** markers of acknowledged comments */
  comments: Set<string>
}

/** A call that the kill interrupted: it is unknown whether it was stored. */
export type Open =
  | { kind: 'create'; key: string; marker: string; body: object }
  | { kind: 'comment'; key: string; marker: string; on: Kept }
  | { kind: 'change'; on: Kept; change: Change }
  | { kind: 'cancel'; on: Kept }

/** All acknowledged writes of one writer. */
export interface Ledger {
  requests: Kept[]
  open: Open[]
  acknowledged: number
}

export function emptyLedger(): Ledger {
  return { requests: [], open: [], acknowledged: 0 }
}

export function keepRequest(ledger: Ledger, marker: string, owner: string, text: string): Kept {
  const { id, version, status } = JSON.parse(text) as { id: string; version: number; status: string }
  const entry: Kept = { id, marker, owner, version, status, changes: new Map(), comments: new Set() }
  ledger.requests.push(entry)
  ledger.acknowledged++
  return entry
}

export function keepChange(ledger: Ledger, on: Kept, change: Change): void {
  on.version++
  if (change.status) on.status = change.status
  on.changes.set(on.version, change)
  ledger.acknowledged++
}

export function keepComment(ledger: Ledger, on: Kept, marker: string): void {
  on.comments.add(marker)
  ledger.acknowledged++
}
