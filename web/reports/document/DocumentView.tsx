import { Link } from 'react-router'
import { EXPORT_COLUMNS } from '../../../shared/export-columns.ts'
import type { ReportBlock, ReportCell, ReportColumn, ReportDocument } from '../../../shared/reports/document.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { dateWords, fullInstant } from '../../ui/formats/dates.ts'
import { periodWords } from '../../ui/formats/periods.ts'
import { count } from '../../ui/count.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { ReportChart } from './ReportChart.tsx'
import styles from './document.module.css'

type Table = Extract<ReportBlock, { kind: 'table' }>
type Figures = Extract<ReportBlock, { kind: 'figures' }>

/** A report as it was made: the document has all its texts and figures. */
export function DocumentView({ document }: { document: ReportDocument }) {
  const { office, asOf, timeZone, period, about, blocks, title } = document
  return (
    <article className={styles.document} aria-label={title}>
      {/* On a phone the band above names the kind of page. */}
      <p className={styles.title} dir="auto">
        {title}
      </p>
      <p className="text-12 muted">
        {[office, `As of ${fullInstant(asOf, timeZone)}`, period && periodWords(period.from, period.to), ...about]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {/* Blocks never change order, so the index is the key. */}
      {blocks.map((block, i) => (
        <Block key={i} block={block} />
      ))}
    </article>
  )
}

function Block({ block }: { block: ReportBlock }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className={styles.heading}>{block.text}</h2>
    case 'sentence':
      return <p className="measure">{block.text}</p>
    case 'figures':
      return <FigureCards of={block} />
    case 'table':
      return <TableCard of={block} />
    case 'chart':
      return <ReportChart of={block} />
  }
}

function FigureCards({ of: { figures } }: { of: Figures }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, change, to }) => (
        <div key={label} className="card">
          <dt>{to ? <Link to={to}>{label}</Link> : label}</dt>
          <dd>
            <b>{value}</b>
            {change && <span className="text-12 muted">{change}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function TableCard({ of: { title, columns, rows, total, empty } }: { of: Table }) {
  return (
    <section className="card" aria-label={title}>
      <header className="lined">
        <h2>{title}</h2>
      </header>
      {rows.length === 0 ? (
        <p className="padded soft">{empty}</p>
      ) : (
        <Scrolling label={title}>
          <table className={styles.table}>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.label} scope="col" className={column.kind === 'number' ? 'numeric' : undefined}>
                    {column.label}
                    {column.unit && <span className="muted"> ({column.unit})</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, i) => (
                    <td key={columns[i]?.label} className={classOf(cell, columns[i])}>
                      <Cell cell={cell} column={columns[i]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      {total > rows.length && (
        <footer className="text-12 muted">
          The first {count(rows.length)} of {count(total)} are shown; the files have them.
        </footer>
      )}
    </section>
  )
}

/** Longer texts may wrap, in a column that is wide enough for them. */
const LONG = 28

function classOf(cell: ReportCell, column: ReportColumn | undefined): string | undefined {
  if (column?.kind === 'number') return 'numeric'
  if (column?.label === EXPORT_COLUMNS.status.label) return 'nowrap'
  const text = cell !== null && typeof cell === 'object' ? cell.text : cell
  if (typeof text === 'string' && text.length > LONG) return styles.long
  return column?.kind === 'text' ? undefined : 'nowrap'
}

function Cell({ cell, column }: { cell: ReportCell; column: ReportColumn | undefined }) {
  if (cell === null) return <span className="muted">–</span>
  if (typeof cell === 'number') return <>{formatNumber(cell)}</>
  if (typeof cell === 'object') return <Link to={cell.to}>{cell.text}</Link>
  if (column?.kind === 'date') return <>{dateWords(cell)}</>
  if (column?.kind === 'instant') return <>{fullInstant(cell)}</>
  return <bdi>{cell}</bdi>
}
