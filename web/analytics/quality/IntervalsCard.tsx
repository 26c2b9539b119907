import { monthWords } from '../../ui/formats/dates.ts'
import type { AiQuality } from '../../../shared/ai-quality.ts'
import { useDepartments } from '../../client/departments.ts'
import { halfFinding, intervalFinding, openPastRange, largestOf } from './quality.ts'
import { ShareTable } from './ShareTable.tsx'
import styles from './quality.module.css'
import { classes } from '../../ui/classes.ts'

/** How often requests were finished within their estimated range. */
export function IntervalsCard({ intervals }: { intervals: AiQuality['intervals'] }) {
  const departments = useDepartments()
  const notes = [halfFinding(intervals), openPastRange(intervals)].filter((note) => note !== null)
  return (
    <section className="card" aria-labelledby="intervals">
      <header>
        <div>
          <p className="text-12 muted">Time estimates</p>
          <h2 id="intervals">{intervalFinding(intervals)}</h2>
          {notes.map((note) => (
            <p key={note} className="text-13 soft">
              {note}
            </p>
          ))}
        </div>
      </header>
      <div className={classes(styles.cards, styles.table)}>
        <ShareTable
          caption="Finished within the estimated range, by department"
          head={['Department', 'Finished', 'Within range']}
          rows={largestOf(
            intervals.byDepartment.map(({ department, finished, held }) => ({
              label: departments.nameOf(department),
              whole: finished,
              part: held,
            })),
          )}
        />
        <ShareTable
          caption="Finished within the estimated range, by month"
          head={['Month', 'Finished', 'Within range']}
          rows={intervals.byMonth.map(({ month, finished, held }) => ({
            label: monthWords(month),
            whole: finished,
            part: held,
          }))}
        />
      </div>
    </section>
  )
}
