import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { StatusDistribution } from '../../../shared/dashboard.ts'
import { STATUSES } from '../../../shared/request-rules.ts'
import type { Status } from '../../../shared/requests.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { ChartLoading } from '../../ui/charts/ChartLoading.tsx'
import { StackedBar } from '../../ui/charts/StackedBar.tsx'
import { signed } from '../../ui/formats/signed.ts'
import { STATUS_TONES, StatusGlyph } from '../../requests/common/badges.tsx'
import { count } from '../../ui/count.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { share, statusFinding } from './findings.ts'
import { requestsWithStatus } from './links.ts'
import { distributionQuery } from './queries.ts'
import styles from './dashboard.module.css'

const NAME = 'Requests by status'
const colourOf = (status: Status) => `var(--${STATUS_TONES[status]})`

/** All requests by status: one bar of shares, and its table with the change since 30 days ago. */
export function StatusChart() {
  const query = useQuery(distributionQuery)
  const { data, error } = query
  if (error && !data) {
    return (
      <ChartCard name={NAME}>
        <ReadError title="Failed to fetch status distribution" query={query} />
      </ChartCard>
    )
  }
  if (query.isPaused && !data) {
    return (
      <ChartCard name={NAME}>
        <NotLoaded what="Requests by status were not loaded" />
      </ChartCard>
    )
  }
  if (!data) {
    return (
      <ChartCard name={NAME} busy>
        <ChartLoading label="Loading requests by status" shape="rows" />
      </ChartCard>
    )
  }
  return <StatusShares distribution={data} />
}

function StatusShares({ distribution }: { distribution: StatusDistribution }) {
  const total = distribution.reduce((sum, row) => sum + row.count, 0)
  const parts = distribution.map((row) => ({
    key: row.status,
    label: `${STATUSES[row.status]}: ${count(row.count)}, ${share(row.count, total)}`,
    count: row.count,
    colour: colourOf(row.status),
    to: requestsWithStatus(row.status),
  }))
  return (
    <ChartCard
      name={NAME}
      finding={statusFinding(distribution)}
      data={{
        head: ['Status', 'Requests', 'Change in 30 days'],
        rows: distribution.map((row) => ({ cells: [STATUSES[row.status], row.count, row.change30Days] })),
      }}
      table={false}
    >
      <StackedBar label="Share of each status" parts={parts} />
      <table className={styles.table} aria-label={NAME}>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col" className="numeric">
              Requests
            </th>
            <th scope="col" className="numeric">
              Share
            </th>
            <th scope="col" className="numeric">
              <span className="visually-hidden">Change in </span>30 days
            </th>
          </tr>
        </thead>
        <tbody>
          {distribution.map((row) => (
            <tr key={row.status}>
              <th scope="row">
                <Link to={requestsWithStatus(row.status)} style={{ color: colourOf(row.status) }}>
                  <StatusGlyph status={row.status} />
                  <span>{STATUSES[row.status]}</span>
                </Link>
              </th>
              <td className="numeric semibold">{count(row.count)}</td>
              <td className="numeric soft">{share(row.count, total)}</td>
              <td className="numeric muted">{signed(row.change30Days)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChartCard>
  )
}
