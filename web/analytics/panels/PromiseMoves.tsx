import type { Promises } from '../../../shared/analytics/promises.ts'
import { fullName } from '../../../shared/people.ts'
import { dateWords, fullInstant, instantDay } from '../../ui/formats/dates.ts'
import { classes } from '../../ui/classes.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { AS } from '../../ui/table-roles.ts'
import { RequestLink } from '../../requests/common/RequestLink.tsx'
import { daysBetween } from '../../../shared/dates.ts'
import { daysWords } from '../words.ts'
import rows from './panel-tables.module.css'
import styles from './ledger.module.css'

interface PromiseMovesProps extends Pick<Promises, 'moves'> {
  label: string
}

export function PromiseMoves({ label, moves }: PromiseMovesProps) {
  return (
    <Scrolling label={label} className={classes('scroll-x', rows.scrolled, styles.ledger)}>
      <table {...AS.table} className={rows.table} aria-label={label}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            {['Request', 'Moved', 'By', 'From', 'To', 'Reason'].map((head) => (
              <th {...AS.columnHead} key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.group}>
          {moves.map((move) => (
            <Move key={move.id + move.at + move.to} move={move} />
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function Move({ move }: { move: Promises['moves'][number] }) {
  const days = daysBetween(move.from, move.to)
  return (
    <tr {...AS.row}>
      <th {...AS.rowHead} scope="row">
        <RequestLink id={move.id}>
          <span className="request-id">{move.requestId}</span> {move.title}
        </RequestLink>
      </th>
      <td {...AS.cell} title={fullInstant(move.at)}>
        <Narrow>Moved </Narrow>
        <span className="nowrap">{instantDay(move.at)}</span>
      </td>
      <td {...AS.cell}>
        {move.by ? (
          <>
            <Narrow> by </Narrow>
            {fullName(move.by)}
          </>
        ) : (
          <>
            <Narrow> · </Narrow>
            Nobody: done by the system
          </>
        )}
      </td>
      <td {...AS.cell} className={move.wasLate ? 'late' : undefined}>
        <span className="nowrap">{dateWords(move.from)}</span>
        {move.wasLate && <small> had passed</small>}
      </td>
      <td {...AS.cell}>
        <Narrow> → </Narrow>
        <span className="nowrap">{dateWords(move.to)}</span>{' '}
        <small className="muted">{days > 0 ? `${daysWords(days)} later` : `${daysWords(-days)} earlier`}</small>
      </td>
      <td {...AS.cell}>
        <Narrow>Reason: </Narrow>
        {move.reason ?? <span className="muted nowrap">None given</span>}
      </td>
    </tr>
  )
}

/** Words between the values of a narrow table, which has no head to name them. */
function Narrow({ children }: { children: string }) {
  return <span className={styles.narrowWords}>{children}</span>
}
