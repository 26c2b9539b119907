import type { AuditEntry } from './audit.ts'
import { sentenceOf } from './audit-actions.ts'
import { changesIn, labelOf } from './audit-changes.ts'

/** A piece of a sentence: plain text, or the name of its actor or target. */
export type Piece = string | { kind: 'actor' | 'target'; name: string }

/** The sentence of an entry in pieces, without the changed values. */
export function piecesOf(entry: AuditEntry): Piece[] {
  const sentence = sentenceOf(entry.action) ?? `{actor}: ${entry.action}[ ({target})]`
  return [...sentence.matchAll(/\[([^\]]*)\]|([^[]+)/g)].flatMap(([, optional, plain]) => {
    const pieces = filled(optional ?? plain ?? '', entry)
    return optional !== undefined && pieces.includes(null) ? [] : pieces.map((piece) => piece ?? 'something')
  })
}

function filled(text: string, entry: AuditEntry): (Piece | null)[] {
  return text
    .split(/(\{[^}]+\})/)
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? valueOf(part.slice(1, -1), entry) : part))
}

function valueOf(name: string, { actor, target, details }: AuditEntry): Piece | null {
  if (name === 'actor') return actor ? { kind: 'actor', name: actor.name ?? actor.id } : 'Somebody not signed in'
  if (name === 'target') return target && { kind: 'target', name: target.name ?? target.id }
  const value = details[name]
  return value === undefined || value === null ? null : String(value)
}

/** The whole sentence as text: `Ada Quint changed the security policy: session timeout 4 hours → 1 hour`. */
export function sentenceText(entry: AuditEntry): string {
  const pieces = piecesOf(entry)
    .map((piece) => (typeof piece === 'string' ? piece : piece.name))
    .join('')
  const tail = tailOf(entry)
  return tail === '' ? pieces : `${pieces}: ${tail}`
}

/** The changed values, as the end of the sentence; empty without changes, or where the sentence itself has them. */
export function tailOf({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  if (sentenceOf(action)?.includes('{before}')) return ''
  const changes = changesIn(details).map(({ label, from, to }) =>
    `${label} ${from === '' ? to : `${from} → ${to}`}`.trim(),
  )
  const unsaid = namesIn(details).filter((name) => !changesIn(details).some(({ label }) => label === labelOf(name)))
  // Beside values, a bare name would read as one of them.
  const changed = changes.length > 0 ? ' changed' : ''
  const isKeyRemoved = details['hasKey'] === false
  const words = unsaid.map((name) => (name === 'apiKey' && isKeyRemoved ? 'key removed' : `${labelOf(name)}${changed}`))
  return [...changes, ...words].join(', ')
}

/** Names of changed fields whose values the log does not record. */
function namesIn({ fields, changed }: Record<string, unknown>): string[] {
  const names = fields ?? changed
  return Array.isArray(names) ? names.map(String) : []
}
