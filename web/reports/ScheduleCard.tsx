import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fullName } from '../../shared/people.ts'
import type { Report } from '../../shared/reports/definition.ts'
import type { Schedule } from '../../shared/reports/schedule.ts'
import { useSession } from '../client/session.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { fullInstant } from '../ui/formats/dates.ts'
import { Note } from '../ui/Note.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { reportsChanged, schedulesOptions } from './report-api.ts'
import { whenWords } from './schedule-form.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import styles from './report-page.module.css'

/** Delay after which a due run has started. */
const RUN_START_DELAY_MS = 1000
/** Interval of re-checks, where it has not started or the clocks differ. */
const AGAIN_MS = 5000
/** Re-checked daily: `setTimeout` overflows after 24.8 days. */
const MAX_TIMER_MS = 24 * 3_600_000

/** The person's own schedule of the report, and the schedules of others that include the person. */
export function ScheduleCard({ report }: { report: Report }) {
  const schedules = useQuery(schedulesOptions(report.id))
  const maySchedule = useSession()?.user.permissions.includes('reports.schedule')
  const { own = null, received = [] } = schedules.data ?? {}
  useRunsWhenDue([own, ...received].flatMap((one) => one?.nextAt ?? []).sort()[0], schedules.dataUpdatedAt)
  if (schedules.data && !maySchedule && received.length === 0 && own === null) return null
  return (
    <section className="card" aria-labelledby="schedule">
      <header className="lined">
        <h2 id="schedule" tabIndex={-1}>
          Schedule
        </h2>
      </header>
      {!schedules.data ? (
        <div className="padded">
          {schedules.isError ? (
            <ReadError title="The schedule could not be loaded" query={schedules} />
          ) : (
            <Loading label="Loading the schedule">
              <Skeleton height={200} />
            </Loading>
          )}
        </div>
      ) : (
        <>
          {received.map((one) => (
            <Received key={one.owner.id} schedule={one} />
          ))}
          {maySchedule ? <ScheduleFields report={report} stored={own} /> : own && <Received schedule={own} />}
        </>
      )}
    </section>
  )
}

/** Refetches the runs when the next one is due, so that it appears on an open page. */
function useRunsWhenDue(nextAt: string | undefined, readAt: number): void {
  useEffect(() => {
    if (nextAt === undefined) return
    const at = Math.max(Date.parse(nextAt) + RUN_START_DELAY_MS, readAt + AGAIN_MS)
    const timer = setTimeout(() => void reportsChanged(), Math.min(at - Date.now(), MAX_TIMER_MS))
    return () => clearTimeout(timer)
  }, [nextAt, readAt])
}

function Received({ schedule }: { schedule: Schedule }) {
  const { owner, nextAt, note } = schedule
  return (
    <div className={styles.run}>
      <p className="text-13">
        <b>{whenWords(schedule)}</b>
      </p>
      <p className="text-12 muted">
        Set by {fullName(owner)}
        {nextAt && ` · next ${fullInstant(nextAt)}`}
      </p>
      {nextAt === null && (
        <Note tone="amber" title="This schedule has stopped">
          <p>{note}</p>
        </Note>
      )}
    </div>
  )
}
