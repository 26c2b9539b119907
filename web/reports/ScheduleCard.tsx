import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../shared/people.ts'
import type { Report } from '../../shared/reports/definition.ts'
import type { Schedule } from '../../shared/reports/schedule.ts'
import { useSession } from '../client/session.ts'
import { ReadError } from '../errors/ReadError.tsx'
import { fullInstant } from '../formats/dates.ts'
import { Note } from '../ui/Note.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { schedulesOptions } from './report-api.ts'
import { whenWords } from './schedule-form.ts'
import { ScheduleFields } from './ScheduleFields.tsx'
import styles from './report-page.module.css'

/** When the report is made by itself, for whom; and those that others have it made for. */
export function ScheduleCard({ report }: { report: Report }) {
  const schedules = useQuery(schedulesOptions(report.id))
  const maySchedule = useSession()?.user.permissions.includes('reports.schedule')
  const { own = null, received = [] } = schedules.data ?? {}
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
