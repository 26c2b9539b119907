import { useRef } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { type GeneralSettings, PublishedTimes } from '../../../shared/general-settings.ts'
import { DraftHint } from '../../drafts/DraftHint.tsx'
import { useFormDraft } from '../../drafts/drafts.ts'
import { refresh } from '../../client/query.ts'
import { showRefusals, useFirstWrongFocused } from '../../errors/refusals.ts'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { SaveFoot } from '../StoredSettings.tsx'
import sheet from '../settings.module.css'
import { useSaveGeneral } from './use-save-general.ts'

const STEPS: { name: keyof PublishedTimes; label: string }[] = [
  { name: 'review', label: 'Initial review' },
  { name: 'assessment', label: 'Technical assessment' },
  { name: 'implementation', label: 'Implementation' },
  { name: 'deployment', label: 'Testing and deployment' },
]

function problemsIn(form: PublishedTimes): FieldErrors<PublishedTimes> {
  const problems: FieldErrors<PublishedTimes> = {}
  for (const { path, message } of PublishedTimes.safeParse(form).error?.issues ?? []) {
    const step = STEPS.find(({ name }) => name === path[0])
    if (step) problems[step.name] ??= { type: 'contract', message }
  }
  return problems
}

/** What the assistant tells people about how long a request usually takes. */
export function PublishedTimesCard({ stored }: { stored: GeneralSettings }) {
  const element = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useForm<PublishedTimes>({
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: stored.publishedTimes,
    values: stored.publishedTimes,
    resetOptions: { keepDirtyValues: true },
    resolver: (values) => {
      const errors = problemsIn(values)
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  useFirstWrongFocused(form, element)
  const draft = useFormDraft(form, 'settings.published-times')
  const { errors, isDirty } = form.formState
  const save = useSaveGeneral({
    onSaved: (saved) => {
      draft.clear()
      form.reset(saved.publishedTimes)
      heading.current?.focus()
      void refresh('/api/ai/processing-times')
    },
    onRefused: (error) => showRefusals(form, error, element.current, (path) => path.replace('publishedTimes.', '')),
  })
  return (
    <form
      ref={element}
      className="card"
      noValidate
      aria-labelledby="published-times"
      onSubmit={(event) =>
        void form.handleSubmit((publishedTimes) => {
          if (!save.isPending) save.mutate({ publishedTimes, version: stored.version })
        })(event)
      }
    >
      <header className="lined">
        <h2 className="grow" id="published-times" ref={heading} tabIndex={-1}>
          Published processing times
        </h2>
      </header>
      <div className={sheet.rows}>
        <p className="text-13 soft">The assistant shows these beside what it really took here.</p>
        <RequiredNote />
        {STEPS.map(({ name, label }) => (
          <Field key={name} label={label} error={errors[name]?.message} required>
            <TextInput {...form.register(name)} autoComplete="off" />
          </Field>
        ))}
      </div>
      <SaveFoot isDirty={isDirty} isSaving={save.isPending} onDiscard={draft.discard}>
        <span className="row wrap grow">
          <span className="text-12 muted">{isDirty ? 'Not saved yet' : 'All changes saved'}</span>
          <DraftHint draft={draft} />
        </span>
      </SaveFoot>
    </form>
  )
}
