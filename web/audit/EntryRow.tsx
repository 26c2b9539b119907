import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { AuditEntry } from '../../shared/audit.ts'
import { type Piece, piecesOf, sentenceText, tailOf } from '../../shared/audit-words.ts'
import { changesIn, labelOf, wordsFor } from '../../shared/audit-changes.ts'
import { exactInstant } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { Icon } from '../ui/Icon.tsx'
import { RequestLink } from '../requests/common/RequestLink.tsx'
import styles from './audit.module.css'

interface EntryProps {
  entry: AuditEntry
  /** shows what one person did */
  onPerson: (id: string) => void
}

/** One entry: when, what in a sentence, from where; everything else on demand. */
export function EntryRow({ entry, onPerson }: EntryProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const tail = tailOf(entry)
  return (
    <li className={styles.entry}>
      <time className="text-12 muted nowrap" dateTime={entry.at}>
        {exactInstant(entry.at)}
      </time>
      <p className={styles.sentence}>
        {piecesOf(entry).map((piece, i) => (
          <PieceShown key={i} {...{ piece, entry, onPerson }} />
        ))}
        {tail && `: ${tail}`}
      </p>
      <span className={`text-12 muted ${styles.address}`}>{entry.address}</span>
      <Button
        look="quiet"
        size="small"
        className={isOpen ? `icon-only ${styles.open}` : 'icon-only'}
        aria-label={`Details: ${sentenceText(entry)}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={ChevronRight} />
      </Button>
      {isOpen && <Details id={id} entry={entry} />}
    </li>
  )
}

function PieceShown({ piece, entry, onPerson }: { piece: Piece } & EntryProps) {
  if (typeof piece === 'string') return piece
  const { actor, target } = entry
  const person = piece.kind === 'actor' ? actor : target?.type === 'user' ? target : null
  if (person?.name)
    return (
      <button
        type="button"
        className="link-button"
        title="Show what this person did"
        onClick={() => onPerson(person.id)}
      >
        {piece.name}
      </button>
    )
  if (piece.kind === 'target' && target?.type === 'request' && target.name)
    return <RequestLink id={target.id}>{piece.name}</RequestLink>
  return <b>{piece.name}</b>
}

/** Keys of the details that are already shown as changes. */
const TOLD = new Set(['before', 'after', 'fields', 'changed', 'setting'])

function Details({ id, entry }: { id: string; entry: AuditEntry }) {
  const { seq, hash, previousHash, details, action, address, at } = entry
  const changes = changesIn(details)
  const others = Object.entries(details).filter(
    ([name]) => !TOLD.has(name) && changesIn({ [name]: details[name] }).length === 0,
  )
  return (
    <dl className={`key-values ${styles.details}`} id={id}>
      <dt>Time</dt>
      <dd>{exactInstant(at)}</dd>
      <dt>Address</dt>
      <dd>{address ?? 'None: done by the server itself, or before addresses were recorded'}</dd>
      {changes.map(({ label, from, to }, i) => [
        <dt key={`${i} label`}>{capitalized(label || 'Changed')}</dt>,
        <dd key={i}>{from === '' ? to : `${from} → ${to}`}</dd>,
      ])}
      {others.map(([name, value]) => [
        <dt key={`${name} label`}>{capitalized(labelOf(name))}</dt>,
        <dd key={name}>{wordsFor(name, value)}</dd>,
      ])}
      <dt>Action</dt>
      <dd className={styles.mono}>{action}</dd>
      <dt>Place in the chain</dt>
      <dd>{seq === null ? 'Not sealed yet: it gets its place within a second' : `Entry ${count(seq)}, sealed`}</dd>
      {hash && (
        <>
          <dt>Hash</dt>
          <dd className={styles.mono}>{hash}</dd>
          <dt>Hash before it</dt>
          <dd className={styles.mono}>{previousHash}</dd>
        </>
      )}
    </dl>
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
