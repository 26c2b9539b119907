import { useQuery } from '@tanstack/react-query'
import { formatEstimatedDays } from '../../shared/estimated-days.ts'
import { count } from '../ui/count.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { processingTimesOptions } from '../ai/suggestions/api.ts'
import styles from './cards.module.css'
import { classes } from '../ui/classes.ts'

function here(medianDays: number | null, requests: number): string {
  if (medianDays === null) return requests === 0 ? 'here: not measured yet' : 'here: too few to say'
  return `here: ${formatEstimatedDays(medianDays)} (median of ${count(requests)})`
}

/** The published processing times, beside the measured ones. */
export function ProcessingTimesCard() {
  const times = useQuery(processingTimesOptions())
  return (
    <section className="card">
      <header>
        <h2>Typical processing times</h2>
      </header>
      <div className={styles.times}>
        {times.data ? (
          <table className="tight">
            <caption className="visually-hidden">
              Published processing times beside the medians of the last year
            </caption>
            <thead>
              <tr>
                <th scope="col">Step</th>
                <th scope="col" className="numeric">
                  Published, and median here
                </th>
              </tr>
            </thead>
            <tbody>
              {times.data.map(({ step, published, medianDays, requests }) => (
                <tr key={step}>
                  <th scope="row" className="soft">
                    {step}
                  </th>
                  <td className="numeric">
                    <span className="medium nowrap">{published}</span>
                    <span className={classes('text-12 muted', styles.here)}>{here(medianDays, requests)}</span>
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td colSpan={2} className="text-12 muted">
                  Medians are counted in calendar days.
                </td>
              </tr>
            </tfoot>
          </table>
        ) : times.isError ? (
          <ReadError title="The processing times could not be loaded" query={times} />
        ) : (
          <Loading>
            <Skeleton height={120} />
          </Loading>
        )}
      </div>
    </section>
  )
}
