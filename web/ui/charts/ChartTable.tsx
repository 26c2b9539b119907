import { Link } from 'react-router'
import { isCalendarDate } from '../../../shared/text-rules.ts'
import { say } from '../../../shared/texts/say.ts'
import { dateWords } from '../formats/dates.ts'
import { count } from '../count.ts'
import { usePrintTime } from '../print-time.ts'
import { type ChartData, readData } from './chart-data.ts'
import styles from './charts.module.css'

/** Too many rows to read here, and they would take the browser seconds. */
const MAX_ROWS = 200
/** On paper the drawing is what counts; all rows are available as data. */
const MAX_PRINTED_ROWS = 6

/** The figures of a chart as a table. A long one is cut off and says so; copied data and the CSV are complete. */
export function ChartTable({ name, data }: { name: string; data: ChartData | (() => ChartData) }) {
  const { head, rows } = readData(data)
  const most = usePrintTime() === null ? MAX_ROWS : MAX_PRINTED_ROWS
  const numeric = head.map((_, index) => rows.some(({ cells }) => typeof cells[index] === 'number'))
  const kind = (index: number) => (numeric[index] ? 'numeric' : undefined)
  return (
    <>
      <table className={styles.dataTable} aria-label={name}>
        <thead>
          <tr>
            {head.map((title, index) => (
              <th key={title} scope="col" className={kind(index)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ cells: [first, ...rest], link }, row) => (
            // Rows may have equal cells and never move, so the index is the key.
            <tr key={row}>
              <th scope="row">{link ? <Link {...link}>{cellWords(first)}</Link> : cellWords(first)}</th>
              {rest.map((cell, index) => (
                <td key={head[index + 1]} className={kind(index + 1)}>
                  {cellWords(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <p className="padded text-12 muted">
          {say('The first {most} of {count} rows. Copied data and the CSV have all of them.', {
            most: count(most),
            count: count(rows.length),
          })}
        </p>
      )}
    </>
  )
}

function cellWords(cell: ChartData['rows'][number]['cells'][number] | undefined): string {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'number') return count(cell)
  return isCalendarDate(cell) ? dateWords(cell) : cell
}
