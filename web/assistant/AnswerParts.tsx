import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AnswerPart } from '../../shared/assistant/messages.ts'
import { PriorityMark, StatusBadge } from '../requests/common/badges.tsx'
import { dateWords } from '../ui/formats/dates.ts'
import { RequestLink } from '../requests/common/RequestLink.tsx'
import { count } from '../ui/count.ts'
import { Scrolling } from '../ui/Scrolling.tsx'
import { SEQUENCE } from '../requests/common/linked-requests.ts'
import { Passages } from './Passages.tsx'
import styles from './answer-parts.module.css'

type PartOf<Kind extends AnswerPart['kind']> = Extract<AnswerPart, { kind: Kind }>

/** The parts below the sentence of an answer; each figure links to the rows behind it. */
export function AnswerParts({ parts }: { parts: AnswerPart[] }) {
  return parts.map((part, i) => {
    const [before, after] = [parts[i - 1], parts[i + 1]]
    if (part.kind === 'table') return <Table key={i} part={part} values={drawnIn(part, after)} />
    if (part.kind === 'bars')
      return before?.kind === 'table' && drawnIn(before, part) ? null : <Bars key={i} part={part} />
    if (part.kind === 'requests') return <Requests key={i} part={part} />
    if (part.kind === 'passages') return <Passages key={i} passages={part.passages} />
    return <Links key={i} part={part} />
  })
}

/** Values of bars that repeat the preceding table: they are drawn in its column of figures. */
function drawnIn(table: PartOf<'table'>, next: AnswerPart | undefined): number[] | undefined {
  if (next?.kind !== 'bars' || table.columns.length !== 2 || table.rows.length !== next.bars.length) return undefined
  const isSame = table.rows.every(({ cells }, row) => cells[0] === next.bars[row]?.label)
  return isSame ? next.bars.map(({ value }) => value) : undefined
}

/** An address within the product is a link; anything else stays text. */
function Within({ href, className, children }: { href: string | null; className?: string; children: ReactNode }) {
  if (!href || !/^\/(?![/\\])/.test(href)) return <span className={className}>{children}</span>
  return (
    <Link to={href} className={className}>
      {children}
    </Link>
  )
}

const isFigure = (text: string) => /^([+−-]?\d|–$)/.test(text)

/** @param values of the second column, to be drawn beside its figures */
function Table({ part, values }: { part: PartOf<'table'>; values: number[] | undefined }) {
  const figures = part.columns.map(
    (_, column) => column > 0 && part.rows.every(({ cells }) => isFigure(cells[column] ?? '')),
  )
  const align = (column: number) => (figures[column] ? 'numeric' : undefined)
  const most = Math.max(...(values ?? []))
  const widest = Math.max(...part.rows.map(({ cells }) => cells.at(-1)?.length ?? 0))
  return (
    <Scrolling label={part.caption}>
      <table className={styles.answerTable}>
        <caption className="text-12 muted">{part.caption}</caption>
        <thead>
          <tr>
            {part.columns.map((column, c) => (
              <th key={column} scope="col" className={align(c)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {part.rows.map(({ cells, href }, row) => (
            <tr key={row}>
              {cells.map((cell, c) => (
                <td key={c} className={align(c)}>
                  {c === 0 ? (
                    <Within href={href}>{cell}</Within>
                  ) : values ? (
                    <span className={styles.drawn} style={{ gridTemplateColumns: `minmax(32px, 1fr) ${widest}ch` }}>
                      <Bar share={(values[row] ?? 0) / most} />
                      {cell}
                    </span>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

/** @param share of the longest, 0 to 1; nothing is drawn where all values are 0 */
function Bar({ share }: { share: number }) {
  return (
    <span className="bar" aria-hidden="true">
      <i style={{ width: `${(share || 0) * 100}%` }} />
    </span>
  )
}

function Bars({ part }: { part: PartOf<'bars'> }) {
  const most = Math.max(...part.bars.map(({ value }) => value))
  return (
    <figure className={styles.bars}>
      <figcaption className="text-12 muted">{part.caption}</figcaption>
      <ul>
        {part.bars.map(({ label, value, href }) => (
          <li key={label}>
            <Within href={href}>{label}</Within>
            <Bar share={value / most} />
            <b className="numeric medium">{count(value)}</b>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function Requests({ part }: { part: PartOf<'requests'> }) {
  return (
    <ul className={styles.requests} {...SEQUENCE}>
      {part.requests.map((request) => (
        <li key={request.id}>
          <RequestLink id={request.id}>
            <span className="request-id">{request.requestId}</span> {request.title}
          </RequestLink>
          <span className="row wrap text-12 muted">
            <StatusBadge status={request.status} />
            <PriorityMark priority={request.priority} />
            due {dateWords(request.dueDate)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Links({ part }: { part: PartOf<'links'> }) {
  return (
    <div className="row wrap">
      {part.links.map(({ label, href }) => (
        <Within key={href} href={href} className="chip">
          {label}
        </Within>
      ))}
    </div>
  )
}
