import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { FairUseSettings } from '../../shared/settings.ts'
import { useFormDraft } from '../drafts/drafts.ts'
import { DraftHint } from '../drafts/DraftHint.tsx'
import { Field, RequiredNote } from '../ui/Field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { toast } from '../ui/toast.ts'
import { fairUseKey, fairUseOptions, saveFairUse } from './api.ts'
import { fairUseOf, type FairUseForm, fieldOf, formOf, problemsIn } from './fair-use-form.ts'
import { showSaveFailure } from './save-failure.ts'
import { SaveFoot, StoredSettings } from './StoredSettings.tsx'
import styles from './settings.module.css'

/** How many changes and AI calls one person may send. */
export function FairUseSection() {
  const settings = useQuery(fairUseOptions())
  return (
    <StoredSettings
      settings={settings}
      about="Each person may send a limited number of changes and AI calls at once, and after that a limited number per second,
        so that no program or account can slow the server down for everybody. Anything beyond that is refused, with a message that says when to try again. Normal use of these pages stays far below the usual limits. Changes apply from the next call and are recorded in the audit log."
      height={320}
    >
      {(stored) => <FairUseCard settings={stored} />}
    </StoredSettings>
  )
}

const FIELDS: { name: keyof FairUseForm; label: string; hint: string }[] = [
  {
    name: 'writesBurst',
    label: 'Changes at once',
    hint: 'Submitting, editing, commenting and the like; 100 to 10,000, usually 300',
  },
  { name: 'writesPerSecond', label: 'Changes per second after that', hint: '5 to 1,000, usually 20' },
  {
    name: 'aiCallsBurst',
    label: 'AI calls at once',
    hint: 'Classifications, estimates, comparisons and questions; 30 to 10,000, usually 60',
  },
  { name: 'aiCallsPerSecond', label: 'AI calls per second after that', hint: '2 to 1,000, usually 5' },
]

function FairUseCard({ settings }: { settings: FairUseSettings }) {
  const client = useQueryClient()
  const form = useForm<FairUseForm>({
    mode: 'onTouched',
    defaultValues: formOf(settings),
    resolver: (values) => {
      const errors = problemsIn(values)
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const draft = useFormDraft(form, 'settings.fair-use')
  const { errors, isDirty } = form.formState
  const save = useMutation({
    mutationFn: (values: FairUseForm) => saveFairUse(fairUseOf(values)),
    onSuccess: (saved) => {
      draft.clear()
      form.reset(formOf(saved))
      client.setQueryData(fairUseKey, saved)
      toast({ title: 'Settings saved', description: 'They apply from the next call.', tone: 'good' })
    },
    onError: (error) => showSaveFailure(form, error, fieldOf),
  })
  return (
    <form
      className="card"
      noValidate
      aria-labelledby="fair-use"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!save.isPending) save.mutate(values)
        })(event)
      }
    >
      <header className="lined">
        <h2 className="grow" id="fair-use">
          What one person may send
        </h2>
        {!settings.enforced && (
          <span className="status bare tone-amber">Not enforced: the server runs with RATE_LIMITS=off</span>
        )}
      </header>
      <div className={styles.rows}>
        <RequiredNote />
        {FIELDS.map(({ name, label, hint }) => (
          <Field key={name} label={label} required hint={hint} error={errors[name]?.message}>
            <TextInput {...form.register(name)} className={styles.number} inputMode="numeric" autoComplete="off" />
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
