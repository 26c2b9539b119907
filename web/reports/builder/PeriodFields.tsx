import { type UseFormReturn, useWatch } from 'react-hook-form'
import { PERIOD_DATE_KEYS, PERIOD_DATES } from '../../../shared/reports/definition.ts'
import { PERIOD_KEYS, REPORT_PERIODS } from '../../../shared/reports/ready.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import styles from './builder.module.css'
import { type ReportForm, withoutDate } from './builder-form.ts'

const PERIOD_OPTIONS = [
  { value: 'none', label: 'As filtered' },
  ...PERIOD_KEYS.map((value) => ({ value, label: REPORT_PERIODS[value] })),
]
const DATE_OPTIONS = PERIOD_DATE_KEYS.map((value) => ({ value, label: PERIOD_DATES[value] }))

/** A period that moves with the day on which the report is made. It replaces the filters of the same date. */
export function PeriodFields({ form }: { form: UseFormReturn<ReportForm> }) {
  const [period, date] = useWatch({ control: form.control, name: ['period', 'periodDate'] })
  const change = (part: Partial<Pick<ReportForm, 'period' | 'periodDate'>>) => {
    const next = { period, periodDate: date, ...part }
    form.setValue('period', next.period, { shouldDirty: true })
    form.setValue('periodDate', next.periodDate, { shouldDirty: true })
    if (next.period === 'none') return
    form.setValue('view', withoutDate(form.getValues('view'), next.periodDate), { shouldDirty: true })
  }
  return (
    <div className={styles.half}>
      <Field label="Period" hint="Counted from the day on which the report is made">
        <Select
          options={PERIOD_OPTIONS}
          value={period}
          onValueChange={(value) => change({ period: PERIOD_KEYS.find((key) => key === value) ?? 'none' })}
        />
      </Field>
      <Field label="Applies to" hint={period === 'none' ? 'Choose a period first' : undefined}>
        <Select
          options={DATE_OPTIONS}
          value={date}
          disabled={period === 'none'}
          onValueChange={(value) => change({ periodDate: PERIOD_DATE_KEYS.find((key) => key === value) ?? 'created' })}
        />
      </Field>
    </div>
  )
}
