import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { EXPORT_COLUMN_KEYS, EXPORT_COLUMNS } from '../../../shared/export-columns.ts'
import { GROUPINGS, REPORT_CHARTS } from '../../../shared/reports/definition.ts'
import { useFreshDepartments } from '../../client/departments.ts'
import { ListTools } from '../../requests/list/ListTools.tsx'
import { Field } from '../../ui/Field.tsx'
import { Checkbox, TextInput } from '../../ui/inputs.tsx'
import { Select } from '../../ui/Select.tsx'
import { toggled } from '../../ui/toggled.ts'
import { readListState, withListState } from '../../requests/common/list-state.ts'
import { reportsOptions } from '../report-api.ts'
import styles from './builder.module.css'
import { limitsDate, type ReportForm } from './builder-form.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { SortFields } from './SortFields.tsx'

const GROUPING_OPTIONS = [
  { value: 'none', label: 'No grouping' },
  ...Object.entries(GROUPINGS).map(([value, label]) => ({ value, label })),
]
const CHART_OPTIONS = Object.entries(REPORT_CHARTS).map(([value, label]) => ({ value, label }))

export function BuilderFields({ form }: { form: UseFormReturn<ReportForm> }) {
  const { register, control, formState } = form
  const { errors } = formState
  const groupBy = useWatch({ control, name: 'groupBy' })
  return (
    <>
      <Field label="Name" required error={errors.name?.message}>
        <TextInput {...register('name')} autoComplete="off" />
      </Field>
      <ViewField form={form} />
      <PeriodFields form={form} />
      <Controller
        control={control}
        name="columns"
        render={({ field: { value, onChange } }) => (
          <fieldset className={styles.set}>
            <legend>Columns</legend>
            <div className={styles.checks}>
              {EXPORT_COLUMN_KEYS.map((key) => (
                <Checkbox key={key} checked={value.includes(key)} onChange={() => onChange(toggled(value, key))}>
                  {EXPORT_COLUMNS[key].label}
                </Checkbox>
              ))}
            </div>
            {value.length === 0 && <p className="error">Please choose a column</p>}
          </fieldset>
        )}
      />
      <SortFields form={form} />
      <div className={styles.half}>
        <Controller
          control={control}
          name="groupBy"
          render={({ field: { value, onChange } }) => (
            <Field label="Group by">
              <Select options={GROUPING_OPTIONS} value={value} onValueChange={onChange} />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="chart"
          render={({ field: { value, onChange } }) => (
            <Field label="Chart" hint={groupBy === 'none' ? 'Choose a grouping first' : undefined}>
              <Select
                options={CHART_OPTIONS}
                value={groupBy === 'none' ? 'none' : value}
                disabled={groupBy === 'none'}
                onValueChange={onChange}
              />
            </Field>
          )}
        />
      </div>
      <SharingField form={form} />
    </>
  )
}

/** The same search and filters as the list of requests has. */
function ViewField({ form }: { form: UseFormReturn<ReportForm> }) {
  const view = useWatch({ control: form.control, name: 'view' })
  const params = useMemo(() => new URLSearchParams(view), [view])
  // A filter for a department that the page does not know would be lost.
  const departments = useFreshDepartments()
  const state = useMemo(() => readListState(params, departments), [params, departments])
  return (
    <fieldset className={styles.set}>
      <legend>Requests</legend>
      <div className={styles.view}>
        <ListTools
          state={state}
          heading={null}
          change={(part) => {
            const before = form.getValues('view')
            const now = withListState(new URLSearchParams(before), part).toString()
            form.setValue('view', now, { shouldDirty: true })
            const date = form.getValues('periodDate')
            if (limitsDate(now, date) && !limitsDate(before, date))
              form.setValue('period', 'none', { shouldDirty: true })
          }}
        />
      </div>
    </fieldset>
  )
}

function SharingField({ form }: { form: UseFormReturn<ReportForm> }) {
  const roles = useQuery(reportsOptions()).data?.roles ?? []
  return (
    <Controller
      control={form.control}
      name="sharedWith"
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <fieldset className={styles.set}>
          <legend>Shared with</legend>
          <div className={styles.checks}>
            {roles.map(({ id, name }) => (
              <Checkbox key={id} checked={value.includes(id)} onChange={() => onChange(toggled(value, id))}>
                <bdi>{name}</bdi>
              </Checkbox>
            ))}
          </div>
          {error && (
            <p className="error" role="alert">
              {error.message}
            </p>
          )}
          <p className="text-12 muted">
            They see the report with the requests that they may see themselves. Only you can change it.
          </p>
        </fieldset>
      )}
    />
  )
}
