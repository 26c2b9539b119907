import { randomUUID } from 'node:crypto'
import type { Answer, Client } from '../../bench/client.ts'
import { canMove, type Status } from '../../shared/requests.ts'
import { type Change, keepChange, keepComment, type Kept, keepRequest, type Ledger, type Open } from './ledger.ts'

/** Simulates a user who writes as fast as the server answers, one call at a time. */
export interface Writer {
  name: string
  token: string
  mayEdit: boolean
  ledger: Ledger
}

/** Distinguishes a refused call from an unanswered one. */
class Refused extends Error {}

/** Writes until `goOn` returns false or the server is killed. The unanswered call is recorded as open in the ledger. */
export async function writeOn(client: Client, writer: Writer, goOn: () => boolean): Promise<void> {
  while (goOn()) {
    const open = nextCall(writer)
    try {
      await perform(client, writer, open)
    } catch (error) {
      if (error instanceof Refused) throw error
      writer.ledger.open.push(open)
      return
    }
  }
}

/**
 * Settles the calls left open by the kill. Creates and comments are retried with their idempotency key; for changes the present
 * version shows whether they were stored.
 */
export async function settle(client: Client, writer: Writer): Promise<void> {
  for (const open of writer.ledger.open.splice(0)) {
    if (open.kind === 'create' || open.kind === 'comment') {
      await perform(client, writer, open)
      continue
    }
    const { id, version } = open.on
    const answer = await client.send({ path: `/api/requests/${id}`, token: writer.token })
    expectStatus(answer, 200, open)
    const now = (JSON.parse(answer.text) as { version: number }).version
    if (now === version + 1) keepOpenChange(writer.ledger, open)
    else if (now !== version) throw new Refused(`${id} has version ${now} after ${version} was acknowledged`)
  }
}

function nextCall({ name, mayEdit, ledger }: Writer): Open {
  const key = randomUUID()
  const marker = `${name} ${key}`
  const on = ledger.requests[Math.floor(Math.random() * ledger.requests.length)]
  const dice = Math.random()
  if (!on || dice < 0.45) return { kind: 'create', key, marker, body: newRequest(marker) }
  if (dice < 0.7) return { kind: 'comment', key, marker, on }
  if (mayEdit && dice < 0.95) return { kind: 'change', on, change: changeOf(on, marker) }
  if (on.status === 'pending' || on.status === 'in_progress') return { kind: 'cancel', on }
  return { kind: 'comment', key, marker, on }
}

function newRequest(marker: string) {
  return {
    title: marker,
    description: `Written to be killed. ${'The declaration is checked again before release. '.repeat(4)}`,
    department: 'it',
    priority: 'medium',
    dueDate: '2030-05-17',
  }
}

function changeOf({ status, version }: Kept, marker: string): Change {
  const day = String((version % 27) + 1).padStart(2, '0')
  const moves: Status[] = ['in_progress', 'completed', 'pending', 'rejected']
  const next = moves.find((to) => to !== status && canMove(status as Status, to))
  // The title stays the marker; the due date differs from version to version.
  const change: Change = { dueDate: `2031-${String((version % 12) + 1).padStart(2, '0')}-${day}` }
  return next && marker.charCodeAt(marker.length - 1) % 3 === 0 ? { ...change, status: next } : change
}

async function perform(client: Client, { token, name, ledger }: Writer, open: Open): Promise<void> {
  switch (open.kind) {
    case 'create': {
      const headers = { 'idempotency-key': open.key }
      const answer = await client.send({ method: 'POST', path: '/api/requests', token, headers, body: open.body })
      expectStatus(answer, 201, open)
      keepRequest(ledger, open.marker, name, answer.text)
      return
    }
    case 'comment': {
      const path = `/api/requests/${open.on.id}/comments`
      const headers = { 'idempotency-key': open.key }
      const answer = await client.send({ method: 'POST', path, token, headers, body: { comment: open.marker } })
      expectStatus(answer, 201, open)
      keepComment(ledger, open.on, open.marker)
      return
    }
    case 'change': {
      const body = { ...open.change, version: open.on.version }
      const answer = await client.send({ method: 'PATCH', path: `/api/requests/${open.on.id}`, token, body })
      expectStatus(answer, 200, open)
      keepOpenChange(ledger, open)
      return
    }
    case 'cancel': {
      const answer = await client.send({ method: 'PUT', path: `/api/requests/${open.on.id}/cancel`, token })
      expectStatus(answer, 200, open)
      keepOpenChange(ledger, open)
    }
  }
}

function keepOpenChange(ledger: Ledger, open: Extract<Open, { kind: 'change' | 'cancel' }>): void {
  keepChange(ledger, open.on, open.kind === 'cancel' ? { status: 'cancelled' } : open.change)
}

function expectStatus({ status, text }: Answer, expected: number, open: Open): void {
  // Like no answer: it is unknown whether it was stored before the database went away.
  if (status === 503) throw new Error(text)
  if (status !== expected) throw new Refused(`${open.kind} answered ${status} instead of ${expected}: ${text}`)
}
