import { useId, useState } from 'react'
import { Link } from 'react-router'
import { addDays } from '../../../shared/dates.ts'
import { dateWords, officeToday } from '../../ui/formats/dates.ts'
import { count } from '../../ui/count.ts'
import { classes } from '../../ui/classes.ts'
import { DateInput, TextInput } from '../../ui/inputs.tsx'
import { type ForecastFigures, isCount, MAX_FORECAST_COUNT } from './forecast.ts'
import type { PanelProps } from './panel-props.ts'
import styles from './forecast.module.css'
import { requestsWords } from '../words.ts'

interface CountProps {
  /** empty: all open requests */
  value: string
  /** number of requests in the current forecast; undefined while there is none */
  open: number | undefined
  onChange: (value: string) => void
}

/** Number of requests to forecast. An invalid number stays in the field and sends no query. */
export function ForecastCount({ value, open, onChange }: CountProps) {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const shown = text ?? (value !== '' || open === undefined ? value : count(open))
  const isWrong = text !== null && text !== '' && !isCount(text)
  return (
    <span className={styles.count}>
      {isWrong && (
        <span className={classes('text-12', styles.wrong)} id={`${id}-error`}>
          A whole number from 1 to {count(MAX_FORECAST_COUNT)}
        </span>
      )}
      <label htmlFor={id} className="text-12 muted">
        Requests
      </label>
      <TextInput
        id={id}
        inputMode="numeric"
        value={shown}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={({ target }) => {
          const typed = target.value.replaceAll(',', '').trim()
          setText(typed)
          if (typed === '' || isCount(typed)) onChange(typed)
        }}
        onBlur={() => (text === '' || (text !== null && isCount(text))) && setText(null)}
      />
    </span>
  )
}

interface DateProps extends Pick<PanelProps, 'rowsTo'> {
  /** empty: four weeks from today */
  value: string
  forecast: ForecastFigures | undefined
  onChange: (value: string) => void
}

/** How many will be done by a day. */
export function ByThisDate({ value, forecast, rowsTo, onChange }: DateProps) {
  const id = useId()
  const first = addDays(officeToday(), 1)
  const isPast = value !== '' && value < first
  return (
    <div className={styles.byDate}>
      <label htmlFor={id} className="text-13">
        How many by this date
      </label>
      <DateInput
        id={id}
        value={value !== '' ? value : (forecast?.by ?? '')}
        min={first}
        aria-invalid={isPast || undefined}
        aria-describedby={`${id}-answer`}
        onChange={({ target }) => target.value !== '' && onChange(target.value)}
      />
      <p id={`${id}-answer`} className="text-13" role="status">
        {isPast ? 'Choose a day after today.' : forecast && <DoneBy forecast={forecast} />}{' '}
        {forecast && <Link to={rowsTo(forecast.rows)}>Open requests</Link>}
      </p>
    </div>
  )
}

function DoneBy({ forecast: { by, doneBy } }: { forecast: ForecastFigures }) {
  return (
    <>
      By {dateWords(by)} at least <b>{requestsWords(doneBy.p85)}</b> with 85% certainty, {count(doneBy.p50)} with 50%
      and {count(doneBy.p95)} with 95%.
    </>
  )
}
