import type { ProcessingTime as Estimated } from '../../../shared/estimates.ts'
import { formatChance } from '../../../shared/chance.ts'
import { isTooWide, rangeInWords } from '../../../shared/estimated-days.ts'
import { useOfficeDays } from '../../client/office-days.ts'
import { rangeSentence, TOO_DIFFERENT } from '../common/range-words.ts'
import styles from './processing-time.module.css'

/** How long a draft may take: both ranges in words, and what they rest on. */
export function ProcessingTime({ time }: { time: Estimated }) {
  const { estimate, confidence, factors, unit, details } = time
  const { workingDays } = useOfficeDays()
  return (
    <section>
      <h3 className="text-13 semibold">Processing time</h3>
      {isTooWide(time) ? (
        <p className="text-13 semibold">{TOO_DIFFERENT}</p>
      ) : (
        <p className="text-13">
          <b className="semibold">
            {details ? rangeInWords(details.half.low, details.half.high, unit, workingDays.length) : estimate}
          </b>{' '}
          <span className="muted">· {formatChance(confidence)} confidence</span>
        </p>
      )}
      <p className="text-13 soft">{rangeSentence(time, unit)}</p>
      {details?.standing.map((sentence) => (
        <p key={sentence} className="text-13 soft">
          {sentence}
        </p>
      ))}
      {factors.length > 0 && <Sentences label="Key factors" sentences={factors} />}
      {details && details.narrowedBy.length > 0 && (
        <>
          <h4 className={`text-13 medium ${styles.heading}`}>What would narrow the range</h4>
          <Sentences label="What would narrow the range" sentences={details.narrowedBy} />
        </>
      )}
    </section>
  )
}

function Sentences({ label, sentences }: { label: string; sentences: string[] }) {
  return (
    <ul className={`text-13 soft ${styles.factors}`} aria-label={label}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
