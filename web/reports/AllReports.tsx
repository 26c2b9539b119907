import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { fullName } from '../../shared/people.ts'
import type { ListedReport } from '../../shared/reports/definition.ts'
import { READY_REPORTS } from '../../shared/reports/ready.ts'
import { useSession } from '../client/session.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { fullInstant, nearInstant } from '../ui/formats/dates.ts'
import { Area } from '../app/pages/Area.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { listPart } from '../requests/common/list-state.ts'
import { ExportForm } from './ExportForm.tsx'
import { Exports } from './Exports.tsx'
import { ownerWords } from './owner-words.ts'
import { reportsOptions } from './report-api.ts'
import { stateWords } from './run-words.ts'
import styles from './reports.module.css'

/** Ready-made reports, the person's own, and lists as files. Coming from a list, its export is first. */
export function AllReports() {
  const [params] = useSearchParams()
  const cameFromList = listPart(params.toString()) !== ''
  const parts = [
    <Reports key="reports" />,
    <div key="exports" className={styles.page}>
      <ExportForm />
      <Exports />
    </div>,
  ]
  return (
    <Area
      line="Reports with current figures, on a schedule if you like, and any list as a file."
      actions={
        <Link to="/reports/new" className={buttonClass()}>
          <Icon of={Plus} />
          New report
        </Link>
      }
    >
      <div className={styles.page}>{cameFromList ? parts.toReversed() : parts}</div>
    </Area>
  )
}

function Reports() {
  const list = useQuery(reportsOptions())
  const me = useSession()?.user.id
  if (!list.data) {
    return list.isError ? (
      <ReadError title="The reports could not be loaded" query={list} />
    ) : (
      <Loading label="Loading the reports">
        <Skeleton height={420} />
      </Loading>
    )
  }
  const { reports } = list.data
  const saved = reports.filter(({ content }) => content.kind === 'custom')
  return (
    <>
      <Card
        id="ready-reports"
        title="Ready reports"
        reports={reports.filter(({ content }) => content.kind === 'ready')}
      />
      <Card id="your-reports" title="Your reports" reports={saved} me={me}>
        <EmptyState
          picture="add"
          title="No reports of your own yet"
          level={3}
          actions={
            <Link to="/reports/new" className={buttonClass('secondary', 'small')}>
              Build a report
            </Link>
          }
        >
          Choose filters, columns, a grouping and a chart; share it with a role, and have it made every week.
        </EmptyState>
      </Card>
    </>
  )
}

interface CardProps {
  id: string
  title: string
  reports: readonly ListedReport[]
  me?: string | undefined
  /** empty state */
  children?: ReactNode
}

function Card({ id, title, reports, me, children }: CardProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <header className="lined">
        <h2 id={id}>{title}</h2>
      </header>
      {reports.length === 0 ? (
        children
      ) : (
        <ul className={styles.list}>
          {reports.map((report) => (
            <li key={report.id} className={styles.report}>
              <div className={styles.about}>
                <h3 className={styles.name}>
                  <Link to={`/reports/${report.id}`} dir="auto">
                    {report.name}
                  </Link>
                </h3>
                <p className="text-12 muted">{lineOf(report, me)}</p>
              </div>
              <p className={styles.when}>
                <span className="text-12 muted">Last made</span>
                {report.lastRun ? (
                  <span>
                    {nearInstant(report.lastRun.at)}
                    {report.lastRun.state !== 'ready' && ` · ${stateWords(report.lastRun.state)}`}
                  </span>
                ) : (
                  <span className="soft">Not yet</span>
                )}
              </p>
              <p className={styles.when}>
                <span className="text-12 muted">Next</span>
                {report.nextRunAt ? (
                  <span>{fullInstant(report.nextRunAt)}</span>
                ) : (
                  <span className="soft">Not scheduled</span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function lineOf({ content, owner, ownerIsGone, sharedWith }: ListedReport, me: string | undefined): string {
  if (content.kind === 'ready') return READY_REPORTS[content.ready].line
  if (owner && ownerIsGone) return ownerWords(owner, true)
  if (owner && owner.id !== me) return `Shared by ${fullName(owner)}`
  if (sharedWith.length === 0) return 'Only you see it'
  return `Shared with ${sharedWith.length === 1 ? 'one role' : `${sharedWith.length} roles`}`
}
