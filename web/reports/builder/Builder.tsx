import { useDeferredValue, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Report } from '../../../shared/reports/definition.ts'
import { useDepartments } from '../../client/departments.ts'
import { DraftHint } from '../../requests/drafts/DraftHint.tsx'
import { useFormDraft } from '../../requests/drafts/drafts.ts'
import { CHECKED_ON_LEAVING } from '../../ui/errors/checked-on-leaving.ts'
import { OfflineNotice } from '../../ui/errors/OfflineNotice.tsx'
import { resolverOf, useFirstWrongFocused } from '../../ui/errors/refusals.ts'
import { Button } from '../../ui/Button.tsx'
import { FormLocked, RequiredNote } from '../../ui/Field.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Note } from '../../ui/Note.tsx'
import { Preview } from '../Preview.tsx'
import { keepReport } from '../report-api.ts'
import { BuilderFields } from './BuilderFields.tsx'
import { contentOf, formOf, problemsIn, type ReportForm } from './builder-form.ts'
import { useSaving } from './use-saving.ts'
import styles from './builder.module.css'

interface BuilderProps {
  start: ReportForm
  /** the report being edited; undefined for a new one */
  report?: Report
}

/** The form of a report, with a live preview beside it. */
export function Builder({ start, report }: BuilderProps) {
  const element = useRef<HTMLFormElement>(null)
  const [current, setCurrent] = useState<Report | null>(null)
  const keepFocus = useFocusFallback(element, 'input', current)
  const form = useForm<ReportForm>({
    ...CHECKED_ON_LEAVING,
    defaultValues: start,
    shouldFocusError: false,
    resolver: resolverOf(problemsIn),
  })
  useFirstWrongFocused(form, element)
  const draft = useFormDraft(form, `report.${report?.id ?? 'new'}`)
  const saving = useSaving({ report, form, element, draft, onConflict: setCurrent })
  const submit = (version?: number) =>
    void form.handleSubmit((values) => {
      if (!saving.isPending) saving.mutate({ values, version })
    })()
  const takeStored = () => {
    if (!current) return
    keepFocus()
    form.reset(formOf(current))
    keepReport(current)
    setCurrent(null)
  }
  return (
    <div className={styles.columns}>
      <form
        ref={element}
        className="card"
        noValidate
        aria-label={report ? `Edit ${report.name}` : 'New report'}
        onSubmit={(event) => {
          event.preventDefault()
          // Enter in the search must not submit the form.
          if (document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'search') return
          submit()
        }}
      >
        <div className={styles.fields}>
          <OfflineNotice />
          {current && <ConflictNote onUseStored={takeStored} onReplace={() => submit(current.version)} />}
          <RequiredNote />
          <FormLocked value={saving.isPending}>
            <BuilderFields form={form} />
          </FormLocked>
        </div>
        <footer className={styles.foot}>
          <DraftHint draft={draft} />
          <Button type="submit" look="primary" busy={saving.isPending} busyLabel="Saving...">
            Save report
          </Button>
        </footer>
      </form>
      <section className={styles.preview} aria-label="Preview">
        <LivePreview control={form.control} />
      </section>
    </div>
  )
}

function ConflictNote({ onUseStored, onReplace }: { onUseStored: () => void; onReplace: () => void }) {
  return (
    <Note
      tone="amber"
      role="alert"
      title="This report was changed elsewhere in the meantime"
      action={
        <span className="row wrap">
          <Button size="small" onClick={onUseStored}>
            Use the stored version
          </Button>
          <Button size="small" onClick={onReplace}>
            Replace it with mine
          </Button>
        </span>
      }
    >
      <p>What you entered is still here.</p>
    </Note>
  )
}

/** Follows the form, except name and sharing, which do not affect it. */
function LivePreview({ control }: { control: ReturnType<typeof useForm<ReportForm>>['control'] }) {
  const [view, period, periodDate, columns, groupBy, chart] = useWatch({
    control,
    name: ['view', 'period', 'periodDate', 'columns', 'groupBy', 'chart'],
  })
  const departments = useDepartments()
  const content = useDeferredValue(
    JSON.stringify(contentOf({ view, period, periodDate, columns, groupBy, chart }, departments)),
  )
  if (columns.length === 0) return <p className="soft">Choose a column to see the preview.</p>
  return <Preview content={JSON.parse(content) as ReturnType<typeof contentOf>} />
}
