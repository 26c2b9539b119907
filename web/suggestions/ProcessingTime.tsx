import type { ProcessingTime as Estimated } from '../../shared/ai.ts'
import { formatChance } from '../../shared/chance.ts'
import styles from './processing-time.module.css'

/** How long a draft may take, and what that rests on. */
export function ProcessingTime({ time }: { time: Estimated }) {
  return (
    <section>
      <h3 className="text-13 semibold">Processing time</h3>
      <p className="text-13">
        <b className="semibold">{time.estimate}</b>{' '}
        <span className="muted">· {formatChance(time.confidence)} confidence</span>
      </p>
      {time.factors.length > 0 && (
        <ul className={`text-13 soft ${styles.factors}`} aria-label="Key factors">
          {time.factors.map((factor) => (
            <li key={factor}>{factor}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
