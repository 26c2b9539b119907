import type { UseFormReturn } from 'react-hook-form'
import { type EmailSettings, SMTP_HOST_REFUSAL, SMTP_PORT, type SmtpSecurity } from '../../../shared/email-settings.ts'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { useActor } from '../../people/common/use-actor.ts'
import { ChoiceRow } from '../form/ChoiceRow.tsx'
import { SecretRow } from '../form/SecretRow.tsx'
import styles from '../form/settings.module.css'
import { type EmailForm, willDropPassword } from './email-form.ts'

interface RowsProps {
  form: UseFormReturn<EmailForm>
  savedMeanwhile: Partial<EmailForm>
  settings: EmailSettings
}

const SECURITY: { value: SmtpSecurity; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS' },
]

export function ServerRows({ form, savedMeanwhile }: RowsProps) {
  const { errors } = form.formState
  const seesEvery = useActor().permissions.has('requests.viewAll')
  return (
    <>
      <Field
        label="SMTP host"
        hint={seesEvery ? 'Leave it empty to send no mail' : SMTP_HOST_REFUSAL.replace(/\.$/, '')}
        error={errors.host?.message}
        savedMeanwhile={savedMeanwhile.host}
      >
        <TextInput
          {...form.register('host')}
          readOnly={!seesEvery}
          placeholder="smtp.example.org"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Port"
        required
        hint={`Usually ${SMTP_PORT} with STARTTLS, 465 with TLS`}
        error={errors.port?.message}
        savedMeanwhile={savedMeanwhile.port}
      >
        <TextInput
          {...form.register('port')}
          className={styles.number}
          placeholder={String(SMTP_PORT)}
          inputMode="numeric"
          autoComplete="off"
        />
      </Field>
      <ChoiceRow form={form} savedMeanwhile={savedMeanwhile} name="security" label="Security" options={SECURITY}>
        Certificates are checked. None is only possible within your own network
      </ChoiceRow>
    </>
  )
}

export function SenderRows({ form, savedMeanwhile, settings }: RowsProps) {
  const { errors } = form.formState
  const decision = form.watch('passwordDecision')
  return (
    <>
      <Field
        label="Username"
        hint="Leave it empty if the server needs none"
        error={errors.username?.message}
        savedMeanwhile={savedMeanwhile.username}
      >
        <TextInput {...form.register('username')} autoComplete="off" spellCheck={false} />
      </Field>
      <SecretRow
        label="Password"
        hint="Stored encrypted and never shown again"
        status={
          settings.isPasswordReadable
            ? 'Password is stored'
            : 'Can no longer be read, because SECRET_KEY has changed. Enter it again'
        }
        hasStored={settings.hasPassword}
        decision={decision}
        onDecide={(next) => {
          form.setValue('passwordDecision', next, { shouldDirty: true })
          form.setValue('password', '', { shouldDirty: true })
          form.clearErrors('password')
        }}
        willBeLost={willDropPassword({ host: form.watch('host'), passwordDecision: decision }, settings)}
        error={errors.password?.message}
        input={form.register('password')}
      />
      <Field
        label="Sender"
        hint="The address that mail comes from; the office’s name stands beside it"
        error={errors.sender?.message}
        savedMeanwhile={savedMeanwhile.sender}
      >
        <TextInput {...form.register('sender')} type="email" placeholder="rfd@example.org" autoComplete="off" />
      </Field>
      <Field
        label="Digest of the audit log"
        hint="Sent to this address every day; kept outside, it shows whether the log was changed. Leave it empty for none"
        error={errors.auditDigestTo?.message}
        savedMeanwhile={savedMeanwhile.auditDigestTo}
      >
        <TextInput {...form.register('auditDigestTo')} type="email" autoComplete="off" />
      </Field>
    </>
  )
}
