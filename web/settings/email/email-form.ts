import type { FieldErrors } from 'react-hook-form'
import { type EmailSettings, EmailSettingsChange, type SmtpSecurity } from '../../../shared/email-settings.ts'
import type { SecretDecision } from '../form/SecretRow.tsx'
import { numberIn, problemsOf } from '../form/typed.ts'

export interface EmailForm {
  host: string
  port: string
  security: SmtpSecurity
  username: string
  passwordDecision: SecretDecision
  password: string
  sender: string
  auditDigestTo: string
}

export function formOf(settings: EmailSettings): EmailForm {
  const { host, port, security, username, sender, auditDigestTo, hasPassword } = settings
  return {
    host,
    port: String(port),
    security,
    username,
    // Without a stored password there is nothing to keep: the field is shown from the start.
    passwordDecision: hasPassword ? 'keep' : 'replace',
    password: '',
    sender,
    auditDigestTo,
  }
}

/** All values of the form, and no password unless it is replaced or removed. */
export function changeOf({ passwordDecision, password, ...form }: EmailForm): EmailSettingsChange {
  return {
    host: form.host.trim(),
    port: numberIn(form.port),
    security: form.security,
    username: form.username.trim(),
    sender: form.sender.trim(),
    auditDigestTo: form.auditDigestTo.trim(),
    ...(passwordDecision === 'remove' && { password: null }),
    ...(passwordDecision === 'replace' && password !== '' && { password }),
  }
}

/** The contract's own messages, by field. */
export function problemsIn(form: EmailForm): FieldErrors<EmailForm> {
  const change = changeOf(form)
  const problems = problemsOf(EmailSettingsChange.safeParse(change).error, (path) =>
    path in form ? (path as keyof EmailForm) : undefined,
  )
  const needed = (message: string) => ({ type: 'needed', message })
  if (change.host !== '' && change.sender === '') problems.sender ??= needed('Enter the address that mail comes from')
  if (change.host === '' && change.password)
    problems.host ??= needed('Enter the SMTP host first: a password belongs to one')
  return problems
}

/** Whether saving drops the stored password, because it was entered for another host. */
export function willDropPassword(
  form: Pick<EmailForm, 'host' | 'passwordDecision'>,
  { host, hasPassword }: EmailSettings,
): boolean {
  return hasPassword && form.passwordDecision === 'keep' && form.host.trim().toLowerCase() !== host
}
