import type { UseFormReturn } from 'react-hook-form'
import { AI_ADDRESS_REFUSAL, AI_TIME_LIMIT, type AiSettings, type AiSettingsField } from '../../shared/settings.ts'
import { useActor } from '../people/common/use-actor.ts'
import { Field, StaleValueNote } from '../ui/Field.tsx'
import { Checkbox, TextInput } from '../ui/inputs.tsx'
import type { AiForm } from './ai-form.ts'
import { KeyRow } from './KeyRow.tsx'
import { type NumberRow, NumberRows } from './NumberRows.tsx'

const ENVIRONMENT: Record<AiSettingsField, string> = {
  baseUrl: 'Set by the environment (LLM_BASE_URL)',
  model: 'Set by the environment (LLM_MODEL)',
  apiKey: 'Set by the environment (LLM_API_KEY)',
}

const ADDRESS = 'Any endpoint that supports the OpenAI protocol. Use https; http only within your own network'

interface RowsProps {
  form: UseFormReturn<AiForm>
  savedMeanwhile: Partial<AiForm>
}

export function EndpointRows({ form, savedMeanwhile, settings }: RowsProps & { settings: AiSettings }) {
  const { errors } = form.formState
  const isFixed = (field: AiSettingsField) => settings.fixed.includes(field)
  const seesEvery = useActor().permissions.has('requests.viewAll')
  return (
    <>
      <Field
        label="Address"
        hint={isFixed('baseUrl') ? ENVIRONMENT.baseUrl : seesEvery ? ADDRESS : AI_ADDRESS_REFUSAL.replace(/\.$/, '')}
        error={errors.baseUrl?.message}
        savedMeanwhile={savedMeanwhile.baseUrl}
      >
        <TextInput
          {...form.register('baseUrl')}
          readOnly={isFixed('baseUrl') || !seesEvery}
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

const LIMITS: NumberRow<AiForm>[] = [
  {
    name: 'timeLimitSeconds',
    label: 'Time limit in seconds',
    hint: `For one answer, including a second try: ${AI_TIME_LIMIT.min} to ${AI_TIME_LIMIT.max}. After that, the local engine answers`,
  },
  {
    name: 'callsPerDay',
    label: 'Calls per day',
    hint: 'For the whole office, including second tries. Leave empty for no limit. Once they are used up, the local engine answers and says so',
    isOptional: true,
  },
  {
    name: 'callsPerPersonPerDay',
    label: 'Calls per person and day',
    hint: 'So that nobody uses up the whole office’s calls. Leave empty for no limit',
    isOptional: true,
  },
]

export function LimitRows(props: RowsProps) {
  return <NumberRows {...props} rows={LIMITS} />
}

export function PrivacyRow({ form, savedMeanwhile: { keepLocal } }: RowsProps) {
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
      <StaleValueNote value={keepLocal === undefined ? undefined : keepLocal ? 'On' : 'Off'} />
    </div>
  )
}
