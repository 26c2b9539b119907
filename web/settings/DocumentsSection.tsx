import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Control, Controller, useForm } from 'react-hook-form'
import { DOCUMENT_TYPE_KEYS, DOCUMENT_TYPES } from '../../shared/document-types.ts'
import type { DocumentSettings } from '../../shared/documents.ts'
import { useFormDraft } from '../drafts/drafts.ts'
import { DraftHint } from '../drafts/DraftHint.tsx'
import { Field, RequiredNote } from '../ui/Field.tsx'
import { Checkbox, TextInput } from '../ui/inputs.tsx'
import { toast } from '../ui/toast.ts'
import { documentSettingsKey, documentSettingsOptions, saveDocumentSettings } from './api.ts'
import {
  documentsFieldOf,
  documentsFormOf,
  documentSettingsOf,
  documentsProblems,
  type DocumentsForm,
} from './documents-form.ts'
import { showSaveFailure } from './save-failure.ts'
import { SaveFoot, StoredSettings } from './StoredSettings.tsx'
import groups from './general/general.module.css'
import styles from './settings.module.css'

/** What may be attached, how much of it, and whether scans are read. */
export function DocumentsSection() {
  const settings = useQuery(documentSettingsOptions())
  return (
    <StoredSettings
      settings={settings}
      about="Files are recognized by their content, not by their name. Changes apply from the next upload and are recorded in the audit log; files that are already attached stay."
      height={420}
    >
      {(stored) => <DocumentsCard settings={stored} />}
    </StoredSettings>
  )
}

const SIZES = [
  { name: 'largestMegabytes', label: 'Largest file, in MB', hint: '1 to 100, usually 10' },
  {
    name: 'perRequestMegabytes',
    label: 'All documents of one request, in MB',
    hint: '1 to 10,000, usually 200',
  },
  {
    name: 'perPersonMegabytes',
    label: 'All files of one person, in MB',
    hint: 'Attached ones and those on their way; 1 to 100,000, usually 2,000',
  },
] as const

function DocumentsCard({ settings }: { settings: DocumentSettings }) {
  const client = useQueryClient()
  const form = useForm<DocumentsForm>({
    mode: 'onTouched',
    defaultValues: documentsFormOf(settings),
    resolver: (values) => {
      const errors = documentsProblems(values)
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const draft = useFormDraft(form, 'settings.documents')
  const { errors, isDirty } = form.formState
  const save = useMutation({
    mutationFn: (values: DocumentsForm) => saveDocumentSettings(documentSettingsOf(values)),
    onSuccess: (saved) => {
      draft.clear()
      form.reset(documentsFormOf(saved))
      client.setQueryData(documentSettingsKey, saved)
      toast({ title: 'Settings saved', description: 'They apply from the next upload.', tone: 'good' })
    },
    onError: (error) => showSaveFailure(form, error, documentsFieldOf),
  })
  return (
    <form
      className="card"
      noValidate
      aria-labelledby="document-settings"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!save.isPending) save.mutate(values)
        })(event)
      }
    >
      <header className="lined">
        <h2 className="grow" id="document-settings">
          What can be attached
        </h2>
      </header>
      <div className={styles.rows}>
        <RequiredNote />
        {SIZES.map(({ name, label, hint }) => (
          <Field key={name} label={label} required hint={hint} error={errors[name]?.message}>
            <TextInput {...form.register(name)} className={styles.number} inputMode="numeric" autoComplete="off" />
          </Field>
        ))}
        <Types control={form.control} />
        <ReadScans control={form.control} />
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

function Types({ control }: { control: Control<DocumentsForm> }) {
  return (
    <Controller
      control={control}
      name="types"
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <fieldset className={groups.days}>
          <legend>Types of file</legend>
          <div className="row wrap">
            {DOCUMENT_TYPE_KEYS.map((type) => (
              <Checkbox
                key={type}
                checked={value.includes(type)}
                onChange={() => onChange(DOCUMENT_TYPE_KEYS.filter((one) => (one === type) !== value.includes(one)))}
              >
                {DOCUMENT_TYPES[type].label}
              </Checkbox>
            ))}
          </div>
          {error && <p className="error">{error.message}</p>}
        </fieldset>
      )}
    />
  )
}

function ReadScans({ control }: { control: Control<DocumentsForm> }) {
  return (
    <Controller
      control={control}
      name="readScans"
      render={({ field: { value, onChange } }) => (
        <fieldset className={groups.days}>
          <legend>Scanned pages</legend>
          <p className="text-12 muted" id="read-scans-hint">
            A scan is a picture of its text. Where Tesseract is installed on the server, its words are read, so that
            search and Document AI find them.
          </p>
          <Checkbox
            checked={value}
            aria-describedby="read-scans-hint"
            onChange={(event) => onChange(event.target.checked)}
          >
            Read the text of scans
          </Checkbox>
        </fieldset>
      )}
    />
  )
}
