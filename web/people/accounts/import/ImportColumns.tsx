import { IMPORT_FIELDS, type ImportColumns as Columns, type PeopleImport } from '../../../../shared/people-import.ts'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import styles from '../people.module.css'
import { FIELD_LABELS } from './import-words.ts'

const NONE = '-'

interface ImportColumnsProps {
  current: PeopleImport
  onChange: (columns: Columns) => void
}

/** The column of each field, with values from it. */
export function ImportColumns({ current, onChange }: ImportColumnsProps) {
  const { columns, choices, missing } = current
  const headings = columns.map(({ heading }) => heading)
  const options = headings.map((heading, i) => ({ value: String(i), label: columnLabel(headings, heading, i) }))
  return (
    <div className={styles.form}>
      {IMPORT_FIELDS.map((field) => {
        const at = choices.columns[field]
        const samples = at === null ? [] : (columns[at]?.samples ?? [])
        return (
          <Field
            key={field}
            label={FIELD_LABELS[field]}
            hint={samples.length > 0 ? `For instance ${samples.join('; ')}` : undefined}
            error={missing.includes(field) ? 'Choose a column' : undefined}
          >
            <Select
              options={[...options, { value: NONE, label: 'Not in this file' }]}
              value={at === null ? NONE : String(at)}
              onValueChange={(value) =>
                onChange({ ...choices.columns, [field]: value === NONE ? null : Number(value) })
              }
            />
          </Field>
        )
      })}
    </div>
  )
}

/** A heading that others share, or an empty one, is told apart by its place. */
function columnLabel(headings: readonly string[], heading: string, at: number): string {
  if (heading === '') return `Column ${at + 1}`
  return headings.indexOf(heading) === headings.lastIndexOf(heading) ? heading : `${heading} (column ${at + 1})`
}
