import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { TriangleAlert } from 'lucide-react'
import type { SecurityEffects, SecuritySettings } from '../../shared/security.ts'
import { DraftHint } from '../requests/drafts/DraftHint.tsx'
import { refresh } from '../client/query.ts'
import { CHECKLIST, useIsUndecided } from './setup/checklist.ts'
import { RequiredNote } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { saveSecurity, SECURITY_EFFECTS, securityEffectsOptions, securityKey, securityOptions } from './form/api.ts'
import { BlockedSignInsSection } from './BlockedSignInsSection.tsx'
import { changeOf, effectsInWords, fieldOf, formOf, problemsIn, type SecurityForm } from './security-form.ts'
import { PolicyRows, ThrottleRows } from './SecurityRows.tsx'
import { useStoredForm } from './form/StoredForm.tsx'
import { SavedWords, SaveFoot, StoredSettings } from './form/StoredSettings.tsx'
import styles from './form/settings.module.css'

/** The security policy, and the sign-ins that it blocks. */
export function SecuritySection() {
  const settings = useQuery(securityOptions())
  return (
    <div className="stack">
      <StoredSettings
        settings={settings}
        about="Changes apply at once, also to people who are signed in, and are recorded in the audit log."
        height={560}
      >
        {(stored) => <SecurityCard settings={stored} />}
      </StoredSettings>
      <BlockedSignInsSection />
    </div>
  )
}

function SecurityCard({ settings }: { settings: SecuritySettings }) {
  const { form, element, draft, isSaving, submit, savedMeanwhile } = useStoredForm<SecurityForm, SecuritySettings>({
    stored: settings,
    queryKey: securityKey,
    draftKey: 'settings.security',
    formOf,
    problemsIn: (values) => problemsIn(values, settings),
    fieldOf,
    save: (values) => saveSecurity(changeOf(values, settings)),
    saved: 'They apply at once.',
    onSaved: () => Promise.all([refresh(SECURITY_EFFECTS), refresh(CHECKLIST)]),
  })
  const shared = { form, savedMeanwhile }
  const { isDirty } = form.formState
  const isUndecided = useIsUndecided('security')
  return (
    <form
      ref={element}
      className="card"
      noValidate
      aria-labelledby="security"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <header className="lined">
        <h2 id="security">Sessions and passwords</h2>
      </header>
      <div className={styles.rows}>
        <RequiredNote />
        <PolicyRows {...shared} idleMinutes={settings.idleMinutes} />
      </div>
      <header className="lined">
        <h2>Sign-in throttling</h2>
      </header>
      <div className={styles.rows}>
        <ThrottleRows {...shared} />
      </div>
      <Effects form={form} settings={settings} />
      <SaveFoot isDirty={isDirty} isSaving={isSaving} onDiscard={draft.discard} isUndecided={isUndecided}>
        <SavedWords isDirty={isDirty} isUndecided={isUndecided} />
        <DraftHint draft={draft} />
      </SaveFoot>
    </form>
  )
}

/** Warning before saving: effects of a stricter policy on those who are signed in now. */
function Effects({ form, settings }: { form: UseFormReturn<SecurityForm>; settings: SecuritySettings }) {
  const values = form.watch()
  const isStricter =
    Number(values.idleMinutes) < settings.idleMinutes || Number(values.maxSessions) < settings.maxSessions
  const isValid = Object.keys(problemsIn(values, settings)).length === 0
  const { idleMinutes, maxSessions } = values
  const { data } = useQuery({ ...securityEffectsOptions({ idleMinutes, maxSessions }), enabled: isStricter && isValid })
  const words = isStricter && isValid && data ? effectsInWords(data satisfies SecurityEffects, values) : []
  return (
    <div className={styles.effects} role="status">
      {words.length > 0 && (
        <Note tone="amber" icon={TriangleAlert} title="When you save">
          {words.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
    </div>
  )
}
