import { Link } from 'react-router'
import type { Share } from '../../../shared/analytics/figures.ts'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import { count } from '../../ui/count.ts'
import { AS } from '../../ui/table-roles.ts'
import { rowsTo } from '../api.ts'
import { ChangeMark } from '../ChangeMark.tsx'
import { changeInPoints, shareWords } from '../words.ts'
import styles from './shares.module.css'

export interface ShareRow {
  label: string
  share: Share
  /** whether more is better; null when that cannot be said */
  wanted: boolean | null
  tone: string
  /** the complement of the share: the text of its link, and its rows */
  rest?: { label: string; rows: string }
}

/** Shares of a whole as bars: each with its count, its change since the period before and its rows. */
export function ShareRows({ label, rows }: { label: string; rows: readonly ShareRow[] }) {
  return (
    <table {...AS.table} className={styles.shares} aria-label={label}>
      <thead {...AS.group} className="visually-hidden">
        <tr {...AS.row}>
          <th {...AS.columnHead} scope="col">
            Figure
          </th>
          <th {...AS.columnHead} scope="col">
            Share
          </th>
          <th {...AS.columnHead} scope="col">
            Requests
          </th>
          <th {...AS.columnHead} scope="col">
            Change
          </th>
        </tr>
      </thead>
      <tbody {...AS.group}>
        {rows.map(({ label: name, share, wanted, tone, rest }) => (
          <tr {...AS.row} key={name}>
            <th {...AS.rowHead} scope="row">
              {name}
            </th>
            <td {...AS.cell} className={styles.shareBar}>
              <b>{shareWords(share.count, share.of)}</b>
              <span className="bar" aria-hidden="true">
                <i style={{ width: share.of === 0 ? 0 : `${(share.count / share.of) * 100}%`, background: tone }} />
              </span>
            </td>
            <td {...AS.cell}>
              <Link to={rowsTo(share.rows)} aria-label={`${name}: ${count(share.count)} of ${count(share.of)}`}>
                {count(share.count)} of {count(share.of)}
              </Link>
              {rest && share.of > share.count && (
                <>
                  {' · '}
                  <Link to={rowsTo(rest.rows)} aria-label={`${name}: ${count(share.of - share.count)} ${rest.label}`}>
                    {count(share.of - share.count)} {rest.label}
                  </Link>
                </>
              )}
            </td>
            <td {...AS.cell}>
              <Changed share={share} wanted={wanted} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Changed({ share, wanted }: { share: Share; wanted: boolean | null }) {
  const percent = (part: number, whole: number) => (whole === 0 ? null : (part / whole) * 100)
  const change = changeInPoints(percent(share.count, share.of), percent(share.before.count, share.before.of))
  if (!change) return <span className="muted">nothing before</span>
  const isGood = change.isUp === null || wanted === null ? null : change.isUp === wanted
  return <ChangeMark change={{ ...change, isGood }} />
}

/** The same figures, for copying. */
export function shareData(rows: readonly ShareRow[]): ChartData {
  return {
    head: ['Figure', 'Requests', 'Of', 'Requests in the period before', 'Of, in the period before'],
    rows: rows.map(({ label, share: { count, of, before } }) => ({
      cells: [label, count, of, before.count, before.of],
    })),
  }
}
