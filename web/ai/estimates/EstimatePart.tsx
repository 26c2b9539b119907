import { useState } from 'react'
import type { Comparable, TimeEstimate } from '../../../shared/estimates.ts'
import { useOfficeDays } from '../../client/office-days.ts'
import type { EstimateDays } from '../../../shared/settings.ts'
import { dayRange, formatEstimatedDays, isTooWide, WHOLE_WAY } from '../../../shared/estimated-days.ts'
import { Confidence } from '../suggestions/Confidence.tsx'
import { DurationRange } from './DurationRange.tsx'
import { rangeSentence, TOO_DIFFERENT } from '../common/range-words.ts'
import { percent } from '../../ui/formats/percent.ts'
import { RequestLink } from '../../requests/common/RequestLink.tsx'
import styles from './analysis.module.css'
import { classes } from '../../ui/classes.ts'

/** Number of comparables shown at first. */
const FEW = 3

interface EstimatePartProps {
  estimate: TimeEstimate
  /** level of the panel's heading; those in here are one below */
  level: 2 | 3
}

/** The estimated time with its range, and the finished requests that it rests on. Dashed: it is a proposal. */
export function EstimatePart({ estimate, level }: EstimatePartProps) {
  const { estimatedDays, confidence, comparables, factors, basis, unit, details } = estimate
  const { workingDays } = useOfficeDays()
  const tooWide = isTooWide(estimate)
  const Heading = level === 2 ? 'h3' : 'h4'
  return (
    <div className="stack">
      <div className={classes('proposal', styles.estimate)}>
        <div className={styles.estimateTop}>
          <div>
            <Heading className="text-13 semibold">Estimated time {WHOLE_WAY}</Heading>
            <div className="h-24">
              {tooWide ? TOO_DIFFERENT : formatEstimatedDays(estimatedDays, unit, workingDays.length)}
            </div>
            <div className="text-13 soft">{rangeSentence(estimate, unit)}</div>
          </div>
          {!tooWide && (
            <Confidence value={confidence}>How often such requests took between half and twice the estimate</Confidence>
          )}
        </div>
        <figure className="stack gap-1">
          <DurationRange estimate={estimate} />
          <figcaption className="text-12 muted">
            {unit === 'working' ? 'Working days' : 'Days'} {WHOLE_WAY}:{' '}
            {tooWide ? 'the line holds four in five' : 'the box holds half of such requests, the line four in five'}
            {comparables.length > 0 && ', each ring is a similar request'}
          </figcaption>
        </figure>
        {details?.standing.map((sentence) => (
          <p key={sentence} className="text-13 soft">
            {sentence}
          </p>
        ))}
        <p className="text-12 muted">{basis}</p>
      </div>
      {details && details.narrowedBy.length > 0 && (
        <Points title="What would narrow the range" level={level} items={details.narrowedBy} none="" />
      )}
      <Comparables comparables={comparables} unit={unit} level={level} />
      <Points title="Factors" level={level} items={factors} none="Nothing in this request changes the estimate." />
    </div>
  )
}

interface ComparablesProps {
  comparables: Comparable[]
  unit: EstimateDays
  level: 2 | 3
}

function Comparables({ comparables, unit, level }: ComparablesProps) {
  const Heading = level === 2 ? 'h3' : 'h4'
  const [all, setAll] = useState(false)
  if (comparables.length === 0)
    return (
      <div className="stack gap-1">
        <Heading className="text-13 semibold">Similar finished requests</Heading>
        <p className="text-13 soft">None is similar to this one, so the estimate is based on broader groups.</p>
      </div>
    )
  return (
    <div>
      <div className="row between">
        <Heading className="text-13 semibold" id="comparables-title">
          Compared with {comparables.length} similar finished {comparables.length === 1 ? 'request' : 'requests'}
        </Heading>
        {comparables.length > FEW && (
          <span className="text-12">
            <button type="button" className="link-button" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${comparables.length}`}
            </button>
          </span>
        )}
      </div>
      <ul className={classes('text-13', styles.comparables)} aria-labelledby="comparables-title">
        {(all ? comparables : comparables.slice(0, FEW)).map((request) => (
          <li key={request.id}>
            <RequestLink id={request.id} className={styles.comparableTitle}>
              <span className="request-id">{request.requestId}</span> <span>{request.title}</span>
            </RequestLink>
            <span className="nowrap">
              took <b className="medium">{dayRange(request.days, request.days, unit)}</b>
            </span>
            <span className="nowrap muted numeric">{percent(request.likeness)} similar</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Points({ title, items, none, level }: { title: string; items: string[]; none: string; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h3' : 'h4'
  return (
    <div className="stack gap-1">
      <Heading className="text-13 semibold">{title}</Heading>
      {items.length === 0 ? (
        <p className="text-13 soft">{none}</p>
      ) : (
        <ul className={styles.dots}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
