import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AiSettings } from '../../shared/settings.ts'
import { fullInstant } from '../ui/formats/dates.ts'
import { DraftHint } from '../requests/drafts/DraftHint.tsx'
import { RequiredNote } from '../ui/Field.tsx'
import { type AiForm, differencesOf, formOf, problemsIn } from './ai-form.ts'
import { EndpointRows, LimitRows, PrivacyRow } from './AiSettingsRows.tsx'
import { aiSettingsKey, saveAiSettings } from './form/api.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import { useStoredForm } from './form/StoredForm.tsx'
import { SaveFoot } from './form/StoredSettings.tsx'
import styles from './form/settings.module.css'

export function AiSettingsForm({ settings }: { settings: AiSettings }) {
  const { form, element, draft, isSaving, submit, savedMeanwhile } = useStoredForm<AiForm, AiSettings>({
    stored: settings,
    queryKey: aiSettingsKey,
    draftKey: 'settings.ai',
    leaveOut: ['apiKey', 'keyDecision'],
    formOf,
    problemsIn: (values) => problemsIn(values, settings),
    save: (values) => saveAiSettings(differencesOf(values, settings)),
    saved: 'They apply from the next question.',
  })
  useKeyOfShownAddress(form, settings)
  return (
    <form ref={element} noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <div className={styles.rows}>
        <RequiredNote />
        <EndpointRows form={form} savedMeanwhile={savedMeanwhile} settings={settings} />
        <LimitRows form={form} savedMeanwhile={savedMeanwhile} />
        <PrivacyRow form={form} savedMeanwhile={savedMeanwhile} />
        <ConnectionTest form={form} settings={settings} />
      </div>
      <SaveFoot isDirty={form.formState.isDirty} isSaving={isSaving} onDiscard={draft.discard}>
        <span className="text-12 muted">
          {settings.savedAt ? `Saved ${fullInstant(settings.savedAt)}` : 'Never saved yet'}
        </span>
        <DraftHint draft={draft} />
      </SaveFoot>
    </form>
  )
}

/** Drops a typed key once the address beside it is another administrator's: the key would be sent there. */
function useKeyOfShownAddress(form: UseFormReturn<AiForm>, { baseUrl }: AiSettings): void {
  useEffect(() => {
    if (form.getValues('apiKey') === '' || form.getValues('baseUrl') !== baseUrl) return
    form.setValue('apiKey', '', { shouldDirty: true })
    form.setError('apiKey', { message: 'The address has changed meanwhile. Please enter the key for it' })
  }, [form, baseUrl])
}
