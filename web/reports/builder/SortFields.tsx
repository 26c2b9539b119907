import { type UseFormReturn, useWatch } from 'react-hook-form'
import { EXPORT_COLUMNS } from '../../../shared/export-columns.ts'
import { SORT_COLUMNS } from '../../../shared/request-fields.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { type ListState, readListState, withListState } from '../../requests/common/list-state.ts'
import styles from './builder.module.css'
import type { ReportForm } from './builder-form.ts'

const DIRECTIONS = [
  { value: 'asc', label: 'Ascending' },
  { value: 'desc', label: 'Descending' },
]

/** Sort column of a report's requests, shown or not, and sort direction. Both are stored in the view. */
export function SortFields({ form }: { form: UseFormReturn<ReportForm> }) {
  const view = useWatch({ control: form.control, name: 'view' })
  const state = readListState(new URLSearchParams(view))
  const sort = SORT_COLUMNS.find((column) => column === state.sort) ?? null
  const options = [
    { value: 'none', label: state.search === '' ? 'Newest first' : 'Best hits first' },
    ...SORT_COLUMNS.map((value) => ({ value, label: EXPORT_COLUMNS[value].label })),
  ]
  const change = (part: Pick<ListState, 'sort' | 'order'>) => {
    const now = new URLSearchParams(form.getValues('view'))
    form.setValue('view', withListState(now, part).toString(), { shouldDirty: true })
  }
  return (
    <div className={styles.half}>
      <Field label="Sort by">
        <Select
          options={options}
          value={sort ?? 'none'}
          onValueChange={(value) => {
            const column = SORT_COLUMNS.find((one) => one === value) ?? null
            change({ sort: column, order: column && 'asc' })
          }}
        />
      </Field>
      <Field label="Direction" hint={sort === null ? 'Choose a column first' : undefined}>
        <Select
          options={DIRECTIONS}
          // Without a column the newest, or the best hits, come first.
          value={sort === null || state.order === 'desc' ? 'desc' : 'asc'}
          disabled={sort === null}
          onValueChange={(value) => change({ sort, order: value === 'desc' ? 'desc' : 'asc' })}
        />
      </Field>
    </div>
  )
}
