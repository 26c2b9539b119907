import { useQuery } from '@tanstack/react-query'
import { type Control, Controller } from 'react-hook-form'
import { DOCUMENT_TYPE_KEYS, DOCUMENT_TYPES, type DocumentType } from '../../shared/document-types.ts'
import type { StoredDocumentSettings } from '../../shared/document-settings.ts'
import { StaleValueNote } from '../ui/Field.tsx'
import { Checkbox } from '../ui/inputs.tsx'
import { documentSettingsKey, documentSettingsOptions, saveDocumentSettings } from './form/api.ts'
import {
  documentsFieldOf,
  documentsFormOf,
  documentSettingsOf,
  documentsProblems,
  type DocumentsForm,
} from './documents-form.ts'
import { type NumberRow, NumberRows } from './NumberRows.tsx'
import { StoredCard, useStoredForm } from './form/StoredForm.tsx'
import { StoredSettings } from './form/StoredSettings.tsx'
import groups from './general/general.module.css'

/** Rules for attachments: types, sizes, and whether scans are read. */
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

const SIZES: NumberRow<DocumentsForm>[] = [
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
]

function DocumentsCard({ settings }: { settings: StoredDocumentSettings }) {
  const stored = useStoredForm<DocumentsForm, StoredDocumentSettings>({
    stored: settings,
    queryKey: documentSettingsKey,
    draftKey: 'settings.documents',
    formOf: documentsFormOf,
    problemsIn: documentsProblems,
    fieldOf: documentsFieldOf,
    save: (form) => saveDocumentSettings({ ...documentSettingsOf(form), version: settings.version }),
    saved: 'They apply from the next upload.',
  })
  const { form, savedMeanwhile } = stored
  return (
    <StoredCard id="document-settings" title="What can be attached" of={stored}>
      <NumberRows form={form} savedMeanwhile={savedMeanwhile} rows={SIZES} />
      <Types control={form.control} savedMeanwhile={savedMeanwhile.types} />
      <ReadScans control={form.control} savedMeanwhile={savedMeanwhile.readScans} />
    </StoredCard>
  )
}

interface TypesProps {
  control: Control<DocumentsForm>
  savedMeanwhile: DocumentType[] | undefined
}

function Types({ control, savedMeanwhile }: TypesProps) {
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
          <StaleValueNote value={savedMeanwhile?.map((type) => DOCUMENT_TYPES[type].label).join(', ')} />
        </fieldset>
      )}
    />
  )
}

interface ReadScansProps {
  control: Control<DocumentsForm>
  savedMeanwhile: boolean | undefined
}

function ReadScans({ control, savedMeanwhile }: ReadScansProps) {
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
          <StaleValueNote value={savedMeanwhile === undefined ? undefined : savedMeanwhile ? 'on' : 'off'} />
        </fieldset>
      )}
    />
  )
}
