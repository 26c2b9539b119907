import { useState } from 'react'
import { MAY_NOT_END_BEFORE } from '../../shared/analytics/limits.ts'
import { Field } from '../ui/Field.tsx'
import { DateInput } from '../ui/inputs.tsx'
import type { FilterProps } from './FilterBar.tsx'
import { daysOf } from './filters.ts'
import { PRESETS } from './periods.ts'
import styles from './filter-bar.module.css'

/** Preset periods, and a custom range of days. */
export function PeriodChoice({ filters, change }: FilterProps) {
  const { from, to } = daysOf(filters)
  return (
    <>
      <fieldset>
        <legend>Period</legend>
        <div className={styles.presets}>
          {PRESETS.map(({ value, label }) => (
            <label key={value} className="choice">
              <input
                type="radio"
                className="checkbox"
                name="period"
                checked={filters.period === value}
                onChange={() => change({ period: value })}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <OwnDays from={from} to={to} onChange={(period) => change({ period })} />
    </>
  )
}

/** Typed dates apply once both are complete and in order; until then they stay in the fields. */
function OwnDays(days: { from: string; to: string; onChange: (days: { from: string; to: string }) => void }) {
  const [from, setFrom] = useState(days.from)
  const [to, setTo] = useState(days.to)
  const [known, setKnown] = useState(`${days.from} ${days.to}`)
  // A preset was chosen, or Back was pressed: reset the fields to it.
  if (known !== `${days.from} ${days.to}`) {
    setKnown(`${days.from} ${days.to}`)
    setFrom(days.from)
    setTo(days.to)
  }
  const isWrong = from !== '' && to !== '' && to < from
  const apply = () => {
    const isChanged = from !== days.from || to !== days.to
    if (from !== '' && to !== '' && !isWrong && isChanged) days.onChange({ from, to })
  }
  const onKeyDown = (event: { key: string }) => event.key === 'Enter' && apply()
  return (
    <div className="field-pair">
      <Field label="First day">
        <DateInput
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          onBlur={apply}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Field label="Last day" error={isWrong ? MAY_NOT_END_BEFORE : undefined}>
        <DateInput value={to} onChange={(event) => setTo(event.target.value)} onBlur={apply} onKeyDown={onKeyDown} />
      </Field>
    </div>
  )
}
