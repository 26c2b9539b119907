import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { AI_TIME_LIMIT, type AiSettings, type AiSettingsField } from '../../shared/settings.ts'
import { currentIn } from '../client/api-error.ts'
import { resolverOf, showRefusals } from '../errors/refusals.ts'
import { fullInstant } from '../formats/dates.ts'
import { DraftHint } from '../drafts/DraftHint.tsx'
import { useChangesDraft, useStoredValues } from '../drafts/stored-values.ts'
import { Field, RequiredNote, SavedMeanwhile } from '../ui/Field.tsx'
import { Checkbox, TextInput } from '../ui/inputs.tsx'
import { toast } from '../ui/toast.ts'
import { type AiForm, differencesOf, formOf, problemsIn } from './ai-form.ts'
import { aiSettingsKey, saveAiSettings } from './api.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import { KeyRow } from './KeyRow.tsx'
import { showChangedMeanwhile, showNotSaved } from './save-failure.ts'
import { SaveFoot } from './StoredSettings.tsx'
import styles from './settings.module.css'

const ENVIRONMENT: Record<AiSettingsField, string> = {
  baseUrl: 'Set by the environment (LLM_BASE_URL)',
  model: 'Set by the environment (LLM_MODEL)',
  apiKey: 'Set by the environment (LLM_API_KEY)',
}

export function AiSettingsForm({ settings }: { settings: AiSettings }) {
  const client = useQueryClient()
  const form = useForm<AiForm>({
    mode: 'onTouched',
    defaultValues: formOf(settings),
    resolver: resolverOf<AiForm>((values) => problemsIn(values, settings)),
  })
  const savedMeanwhile = useStoredValues(form, formOf(settings))
  useKeyOfShownAddress(form, settings)
  const draft = useChangesDraft(form, 'settings.ai', { leaveOut: ['apiKey', 'keyDecision'] })
  const { isDirty } = form.formState
  const element = useRef<HTMLFormElement>(null)
  const save = useMutation({
    mutationFn: (values: AiForm) => saveAiSettings(differencesOf(values, settings)),
    onSuccess: (saved) => {
      draft.clear()
      form.reset(formOf(saved))
      client.setQueryData(aiSettingsKey, saved)
      toast({ title: 'Settings saved', description: 'They apply from the next question.', tone: 'good' })
    },
    onError: (error) => {
      const current = currentIn<AiSettings>(error)
      if (current) {
        client.setQueryData(aiSettingsKey, current)
        return showChangedMeanwhile()
      }
      if (!showRefusals(form, error, element.current)) showNotSaved(error)
    },
  })
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!save.isPending) save.mutate(values)
        })(event)
      }
    >
      <div className={styles.rows}>
        <RequiredNote />
        <EndpointRows form={form} savedMeanwhile={savedMeanwhile} settings={settings} />
        <LimitRows form={form} savedMeanwhile={savedMeanwhile} />
        <PrivacyRow form={form} savedMeanwhile={savedMeanwhile} />
        <ConnectionTest form={form} settings={settings} />
      </div>
      <SaveFoot isDirty={isDirty} isSaving={save.isPending} onDiscard={draft.discard}>
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

interface RowsProps {
  form: UseFormReturn<AiForm>
  savedMeanwhile: Partial<AiForm>
}

function EndpointRows({ form, savedMeanwhile, settings }: RowsProps & { settings: AiSettings }) {
  const { errors } = form.formState
  const isFixed = (field: AiSettingsField) => settings.fixed.includes(field)
  return (
    <>
      <Field
        label="Address"
        hint={
          isFixed('baseUrl')
            ? ENVIRONMENT.baseUrl
            : 'Any endpoint that supports the OpenAI protocol. Use https; http only within your own network'
        }
        error={errors.baseUrl?.message}
        savedMeanwhile={savedMeanwhile.baseUrl}
      >
        <TextInput
          {...form.register('baseUrl')}
          readOnly={isFixed('baseUrl')}
          inputMode="url"
          placeholder="https://llm.example.org/v1"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Model"
        hint={isFixed('model') ? ENVIRONMENT.model : 'The name that the endpoint uses for it'}
        error={errors.model?.message}
        savedMeanwhile={savedMeanwhile.model}
      >
        <TextInput {...form.register('model')} readOnly={isFixed('model')} autoComplete="off" spellCheck={false} />
      </Field>
      <KeyRow form={form} settings={settings} fixed={isFixed('apiKey') ? ENVIRONMENT.apiKey : null} />
    </>
  )
}

function LimitRows({ form, savedMeanwhile }: RowsProps) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Time limit in seconds"
        hint={`For one answer, including a second try: ${AI_TIME_LIMIT.min} to ${AI_TIME_LIMIT.max}. After that, the local engine answers`}
        error={errors.timeLimitSeconds?.message}
        savedMeanwhile={savedMeanwhile.timeLimitSeconds}
        required
      >
        <TextInput
          {...form.register('timeLimitSeconds')}
          className={styles.number}
          inputMode="numeric"
          autoComplete="off"
        />
      </Field>
      <Field
        label="Calls per day"
        hint="For the whole office, including second tries. Leave empty for no limit. Once they are used up, the local engine answers and says so"
        error={errors.callsPerDay?.message}
        savedMeanwhile={savedMeanwhile.callsPerDay}
      >
        <TextInput {...form.register('callsPerDay')} className={styles.number} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field
        label="Calls per person and day"
        hint="So that nobody uses up the whole office’s calls. Leave empty for no limit"
        error={errors.callsPerPersonPerDay?.message}
        savedMeanwhile={savedMeanwhile.callsPerPersonPerDay}
      >
        <TextInput
          {...form.register('callsPerPersonPerDay')}
          className={styles.number}
          inputMode="numeric"
          autoComplete="off"
        />
      </Field>
    </>
  )
}

function PrivacyRow({ form, savedMeanwhile: { keepLocal } }: RowsProps) {
  return (
    <div className="field" role="group" aria-labelledby="keep-local">
      <span className="label" id="keep-local">
        Privacy
      </span>
      <Checkbox {...form.register('keepLocal')} aria-describedby="keep-local-hint">
        Keep everything on this machine
      </Checkbox>
      <p className="hint" id="keep-local-hint">
        While this is on, nothing is sent, whatever else is set here or by the environment
      </p>
      <SavedMeanwhile value={keepLocal === undefined ? undefined : keepLocal ? 'On' : 'Off'} />
    </div>
  )
}
