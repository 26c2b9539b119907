import { useMutation } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useRef, useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { Report } from '../../../shared/reports/definition.ts'
import { currentIn } from '../../client/api-error.ts'
import { useDepartments } from '../../client/departments.ts'
import { DraftHint } from '../../drafts/DraftHint.tsx'
import { type DraftState, useFormDraft } from '../../drafts/drafts.ts'
import { OfflineNotice } from '../../errors/OfflineNotice.tsx'
import { resolverOf, showRefusals, useFirstWrongFocused } from '../../errors/refusals.ts'
import { messageOf } from '../../errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { FormLocked, RequiredNote } from '../../ui/Field.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { Preview } from '../Preview.tsx'
import { changeReport, createReport, keepReport, reportsChanged } from '../report-api.ts'
import styles from './builder.module.css'
import { BuilderFields } from './BuilderFields.tsx'
import { contentOf, formOf, problemsIn, type ReportForm } from './builder-form.ts'

interface SavingProps {
  report: Report | undefined
  form: UseFormReturn<ReportForm>
  element: RefObject<HTMLFormElement | null>
  draft: DraftState
  /** called when the report was changed elsewhere in the meantime */
  onConflict: (stored: Report) => void
}

/** Creates or changes the report, then opens it unless the form was left meanwhile. */
function useSaving({ report, form, element, draft, onConflict }: SavingProps) {
  const navigate = useNavigate()
  const gone = useIsUnmounted()
  return useMutation({
    mutationFn: ({ values, version }: { values: ReportForm; version: number | undefined }, context) => {
      const wanted = { name: values.name.trim(), content: contentOf(values), sharedWith: values.sharedWith }
      return report
        ? changeReport(report.id, { ...wanted, version: version ?? values.version })
        : createReport(wanted, context)
    },
    onSuccess: async (saved) => {
      draft.clear()
      keepReport(saved)
      toast({ title: 'Report saved', description: `${saved.name} is now among your reports.`, tone: 'good' })
      if (!gone.current) await navigate(`/reports/${saved.id}`)
      await reportsChanged()
    },
    onError: (error) => {
      const stored = currentIn<Report>(error)
      if (stored) onConflict(stored)
      else if (!showRefusals(form, error, element.current, (path) => path.split('.')[0] ?? null))
        toast({ title: 'Error', description: messageOf(error, 'The report was not saved.'), tone: 'bad' })
    },
  })
}

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
    mode: 'onTouched',
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
  const [view, columns, groupBy, chart] = useWatch({ control, name: ['view', 'columns', 'groupBy', 'chart'] })
  const departments = useDepartments()
  const content = useDeferredValue(JSON.stringify(contentOf({ view, columns, groupBy, chart }, departments)))
  if (columns.length === 0) return <p className="soft">Choose a column to see the preview.</p>
  return <Preview content={JSON.parse(content) as ReturnType<typeof contentOf>} />
}
