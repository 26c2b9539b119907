import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { count } from '../../ui/count.ts'
import { CalibrationChart } from './CalibrationChart.tsx'
import { FIELD_LABELS, valueLabel } from '../../ai/suggestions/draft-classification.ts'
import { monthWords } from '../../ui/formats/dates.ts'
import { percent } from '../../ui/formats/percent.ts'
import { calibrationFinding, driftFinding, type FieldQuality } from './quality.ts'
import { ShareTable } from './ShareTable.tsx'
import styles from './quality.module.css'

const CONFUSIONS = 8

/** One suggested field: its calibration, the decisions of people, and the drift over time. */
export function FieldQualityCards({ quality }: { quality: FieldQuality }) {
  const { calibration, confusion, byMonth, field } = quality
  const others = confusion.filter(({ suggested, decided }) => suggested !== decided)
  return (
    <div className={styles.cards}>
      <ChartCard
        name={`${FIELD_LABELS[field]}: stated probability and share accepted`}
        finding={calibrationFinding(quality)}
        note="On the dashed line, suggestions were accepted as often as stated"
        table={
          <ShareTable
            caption="Accepted by stated probability"
            head={['Stated', 'Decided', 'Accepted']}
            rows={calibration
              .filter(({ decided }) => decided > 0)
              .map(({ from, to, decided, accepted }) => ({
                label: `${percent(from)} to ${percent(to)}`,
                whole: decided,
                part: accepted,
              }))}
          />
        }
      >
        <CalibrationChart calibration={calibration} />
      </ChartCard>
      <section className="card" aria-labelledby="confusion">
        <header>
          <h2 id="confusion">Where people chose another value</h2>
        </header>
        <div className={styles.table}>
          {others.length === 0 ? (
            <p className="text-13 soft">Nobody has chosen another value yet.</p>
          ) : (
            <table className="tight">
              <thead>
                <tr>
                  <th scope="col">Suggested</th>
                  <th scope="col">Decided</th>
                  <th scope="col" className="numeric">
                    Times
                  </th>
                </tr>
              </thead>
              <tbody>
                {others.slice(0, CONFUSIONS).map(({ suggested, decided, count: times }) => (
                  <tr key={`${suggested} ${decided}`}>
                    <td>{valueLabel(field, suggested)}</td>
                    <td>{decided === 'rejected' ? 'Rejected without another value' : valueLabel(field, decided)}</td>
                    <td className="numeric">{count(times)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      </section>
      <section className="card" aria-labelledby="drift">
        <header>
          <h2 id="drift">{driftFinding(quality)}</h2>
        </header>
        <div className={styles.table}>
          <ShareTable
            caption="Accepted by month"
            head={['Month', 'Decided', 'Accepted']}
            rows={byMonth.map(({ month, decided, accepted }) => ({
              label: monthWords(month),
              whole: decided,
              part: accepted,
            }))}
          />
        </div>
      </section>
    </div>
  )
}
