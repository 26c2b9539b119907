import type { UseFormReturn } from 'react-hook-form'
import type { BackupSettings } from '../../shared/backups.ts'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { type BackupForm, willDropSecretKey } from './backup-form.ts'
import { ChoiceRow } from '../settings/form/ChoiceRow.tsx'
import { StoredSecretRow } from './StoredSecretRow.tsx'
import { TargetTest } from './TargetTest.tsx'

interface RowsProps {
  form: UseFormReturn<BackupForm>
  savedMeanwhile: Partial<BackupForm>
  settings: BackupSettings
}

const TARGETS: { value: BackupForm['target']; label: string }[] = [
  { value: 'folder', label: 'A folder on the server' },
  { value: 'bucket', label: 'An S3-compatible bucket' },
]

/** Where backups go, and trying it out. */
export function TargetRows({ form, savedMeanwhile, settings }: RowsProps) {
  const isBucket = form.watch('target') === 'bucket'
  return (
    <>
      <ChoiceRow form={form} savedMeanwhile={savedMeanwhile} name="target" label="Where" options={TARGETS}>
        {isBucket ? 'Older backups stay where they are' : `${settings.folder}. Copy the files to another machine`}
      </ChoiceRow>
      {isBucket && <BucketRows form={form} savedMeanwhile={savedMeanwhile} settings={settings} />}
      <TargetTest form={form} />
    </>
  )
}

const BUCKET_ROWS: { name: TextField; label: string; hint: string; placeholder?: string; isRequired?: true }[] = [
  {
    name: 'bucket',
    label: 'Bucket',
    hint: 'Not the one that stores attached files',
    placeholder: 'customs-backups',
    isRequired: true,
  },
  {
    name: 'prefix',
    label: 'Prefix',
    hint: 'Before the names of the backups; may be empty',
    placeholder: 'office/daily',
  },
  {
    name: 'endpoint',
    label: 'Address',
    hint: 'Of the store. Leave it empty for Amazon’s',
    placeholder: 'https://s3.example.org',
  },
  { name: 'region', label: 'Region', hint: 'Stores other than Amazon’s often take any', isRequired: true },
  {
    name: 'accessKeyId',
    label: 'Access key',
    hint: 'May put, get, list and delete objects there, and abort uploads',
    isRequired: true,
  },
]
type TextField = 'bucket' | 'prefix' | 'endpoint' | 'region' | 'accessKeyId'

function BucketRows({ form, savedMeanwhile, settings }: RowsProps) {
  return (
    <>
      {BUCKET_ROWS.map(({ name, label, hint, placeholder, isRequired }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          required={isRequired}
          error={form.formState.errors[name]?.message}
          savedMeanwhile={savedMeanwhile[name]}
        >
          <TextInput {...form.register(name)} placeholder={placeholder} autoComplete="off" spellCheck={false} />
        </Field>
      ))}
      <StoredSecretRow
        form={form}
        name="secretKey"
        label="Secret key"
        hint="Is stored encrypted, and never shown again"
        hasStored={settings.hasSecretKey}
        isReadable={settings.isSecretKeyReadable}
        isOfAnother={willDropSecretKey(form.watch(), settings)}
      />
    </>
  )
}
