import { useQuery } from '@tanstack/react-query'
import { CircleCheck, LockOpen } from 'lucide-react'
import { BackupSettingsChange, type BackupSettings } from '../../shared/backups.ts'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { StoredCard, useStoredForm } from '../settings/form/StoredForm.tsx'
import { StoredSettings } from '../settings/form/StoredSettings.tsx'
import { backupSettingsKey, backupSettingsOptions, backupsOptions, isUnderWay, saveBackupSettings } from './api.ts'
import { type BackupForm, changeOf, formOf, problemsIn } from './backup-form.ts'
import { BackupsCard } from './BackupsCard.tsx'
import { ChoiceRow } from '../settings/form/ChoiceRow.tsx'
import { PointInTimeRow } from './PointInTimeRow.tsx'
import { RunBackupNow } from './RunBackupNow.tsx'
import { ScheduleRow } from './ScheduleRow.tsx'
import { StoredSecretRow } from './StoredSecretRow.tsx'
import { TargetRows } from './TargetRows.tsx'

const KEPT = [
  { value: '30', label: '30 days' },
  { value: '60', label: '60 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

const ENCRYPTIONS = [
  { value: 'passphrase', label: 'With a passphrase' },
  { value: 'recipient', label: 'For a key pair of age' },
]

/** When backups are made, and those that there are. */
export function BackupSection() {
  const settings = useQuery(backupSettingsOptions())
  return (
    <div className="stack">
      <StoredSettings
        settings={settings}
        about="A backup is one file with everything in it: requests, documents, people, settings and the audit log. It counts as good only after it has been restored into an empty database and compared row by row. People can go on working meanwhile."
        height={420}
      >
        {(stored) => <BackupCard settings={stored} />}
      </StoredSettings>
      <BackupsCard />
    </div>
  )
}

function BackupCard({ settings }: { settings: BackupSettings }) {
  const stored = useStoredForm<BackupForm, BackupSettings>({
    stored: settings,
    queryKey: backupSettingsKey,
    draftKey: 'settings.backup',
    leaveOut: ['passphrase', 'passphraseDecision', 'secretKey', 'secretKeyDecision'],
    formOf,
    problemsIn: (form) => problemsIn(form, settings),
    save: (form) => saveBackupSettings({ ...BackupSettingsChange.parse(changeOf(form)), version: settings.version }),
    saved: 'They apply to the next backup.',
  })
  const { form, savedMeanwhile } = stored
  return (
    <>
      {!settings.hasPassphrase && settings.recipient === null && (
        <Note tone="amber" icon={LockOpen} title="Backups are not encrypted">
          <p>
            Without a passphrase or a recipient, whoever has the file can read it. The file then carries no key: keep
            the server’s SECRET_KEY elsewhere, or stored passwords and the seals of the audit log are lost with the
            machine.
          </p>
        </Note>
      )}
      <StoredCard id="backup" title="Backup Settings" state={<State />} of={stored}>
        <ScheduleRow form={form} savedMeanwhile={savedMeanwhile} />
        <ChoiceRow form={form} savedMeanwhile={savedMeanwhile} name="keepDays" label="Keep backups for" options={KEPT}>
          Older ones are removed after the next proven one; the last proven one is always kept
        </ChoiceRow>
        <ChoiceRow form={form} savedMeanwhile={savedMeanwhile} name="encryption" label="Encrypt" options={ENCRYPTIONS}>
          With a key pair, only whoever holds the identity can restore; the server then cannot
        </ChoiceRow>
        {form.watch('encryption') === 'recipient' ? (
          <Field
            label="Recipient"
            required
            hint="The public key that age-keygen prints. Keep the identity where the server is not"
            error={form.formState.errors.recipient?.message}
            savedMeanwhile={savedMeanwhile.recipient}
          >
            <TextInput {...form.register('recipient')} placeholder="age1…" autoComplete="off" spellCheck={false} />
          </Field>
        ) : (
          <StoredSecretRow
            form={form}
            name="passphrase"
            label="Passphrase"
            hint="Encrypts the files, and is needed to restore them. Keep it where the server is not"
            hasStored={settings.hasPassphrase}
            isReadable={settings.isPassphraseReadable}
          />
        )}
        <PointInTimeRow form={form} savedMeanwhile={savedMeanwhile} />
        <TargetRows form={form} savedMeanwhile={savedMeanwhile} settings={settings} />
      </StoredCard>
    </>
  )
}

function State() {
  const { data } = useQuery(backupsOptions(1))
  const last = data?.backups.find((backup) => !isUnderWay(backup))
  return (
    <>
      {last?.state === 'proven' && (
        <span className="status tone-green">
          <Icon of={CircleCheck} size="s" />
          Last backup verified
        </span>
      )}
      <RunBackupNow />
    </>
  )
}
