import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { EmailSettings } from '../../../shared/email-settings.ts'
import { Note } from '../../ui/Note.tsx'
import { StoredCard, useStoredForm } from '../form/StoredForm.tsx'
import { StoredSettings } from '../form/StoredSettings.tsx'
import { emailSettingsKey, emailSettingsOptions, saveEmailSettings } from './api.ts'
import { changeOf, type EmailForm, formOf, problemsIn } from './email-form.ts'
import { SenderRows, ServerRows } from './EmailRows.tsx'
import { TestMessage } from './TestMessage.tsx'
import { UndeliveredCard } from './UndeliveredCard.tsx'

/** The SMTP server that mail is sent through, and trying it out. */
export function EmailSection() {
  const settings = useQuery(emailSettingsOptions())
  return (
    <StoredSettings
      settings={settings}
      about="With an SMTP server, people get their notifications, invitations and password links by mail, too. What each person gets is set in their profile. Changes apply to the next message and are recorded in the audit log."
      height={480}
    >
      {(stored) => (
        <>
          <EmailCard settings={stored} />
          <UndeliveredCard />
        </>
      )}
    </StoredSettings>
  )
}

function EmailCard({ settings }: { settings: EmailSettings }) {
  const stored = useStoredForm<EmailForm, EmailSettings>({
    stored: settings,
    queryKey: emailSettingsKey,
    draftKey: 'settings.email',
    leaveOut: ['password', 'passwordDecision'],
    formOf,
    problemsIn,
    save: (form) => saveEmailSettings({ ...changeOf(form), version: settings.version }),
    saved: 'They apply to the next message.',
  })
  const { form, savedMeanwhile } = stored
  const isOn = settings.host !== ''
  const state = <span className={`status bare tone-${isOn ? 'green' : 'grey'}`}>{isOn ? 'In use' : 'Not set up'}</span>
  return (
    <>
      {!isOn && (
        <Note tone="blue" icon={Info} title="No mail is sent">
          <p>Until an SMTP host is saved, notifications stay in this application, and links are passed on by hand.</p>
        </Note>
      )}
      {!settings.hasLinks && (
        <Note tone="blue" icon={Info} title="Mail carries no links">
          <p>
            The server does not know its own address, so messages say where to look instead, and invitations and
            password links cannot be sent. Set PUBLIC_URL to change that.
          </p>
        </Note>
      )}
      <StoredCard id="email" title="SMTP server" state={state} of={stored}>
        <ServerRows form={form} savedMeanwhile={savedMeanwhile} settings={settings} />
        <SenderRows form={form} savedMeanwhile={savedMeanwhile} settings={settings} />
        <TestMessage form={form} settings={settings} />
      </StoredCard>
    </>
  )
}
