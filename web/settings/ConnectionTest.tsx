import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, PlugZap } from 'lucide-react'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AiSettings, AiSettingsTested } from '../../shared/settings.ts'
import { messageOf, refusalsIn } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { Note } from '../ui/Note.tsx'
import { type AiForm, trialOf } from './ai-form.ts'
import { aiSettingsKey, testAiSettings } from './form/api.ts'

type Worked = Extract<AiSettingsTested, { ok: true }>
const STRUCTURED: Record<Worked['structured'], string> = {
  json_schema: 'It supports answers that follow a schema.',
  json_object: 'It supports JSON answers, but no schema; every answer is still checked.',
  plain: 'It supports no answer format, so it is asked for JSON in words; every answer is still checked.',
}

/** Tests the model with the values in the form, saved or not. The result goes once one of them is changed. */
export function ConnectionTest({ form, settings }: { form: UseFormReturn<AiForm>; settings: AiSettings }) {
  const client = useQueryClient()
  const { mutate, isPending, data, error, variables, reset } = useMutation({
    retry: false,
    mutationFn: (values: AiForm, attempt) => testAiSettings(trialOf(values, settings), attempt),
    onSuccess: () => client.invalidateQueries({ queryKey: aiSettingsKey }),
    onError: (failure) => {
      for (const { path, message } of refusalsIn(failure)) {
        if (path in form.getValues()) form.setError(path as keyof AiForm, { message })
      }
    },
  })
  useEffect(() => {
    if (!variables) return
    const tested = JSON.stringify(trialOf(variables, settings))
    return form.subscribe({
      formState: { values: true },
      // A reset of the whole form, as after saving, has no name: the result stays.
      callback: ({ name, values }) => {
        if (name && JSON.stringify(trialOf(values, settings)) !== tested) reset()
      },
    })
  }, [form, reset, settings, variables])
  const failure = error ? messageOf(error, 'The server did not answer.') : data?.ok === false ? data.error : null
  return (
    <div className="field" role="group" aria-labelledby="test-label">
      <span className="label" id="test-label">
        Test
      </span>
      <div className="stack gap-1">
        <span>
          <Button icon={PlugZap} busy={isPending} busyLabel="Testing..." onClick={() => mutate(form.getValues())}>
            Test now
          </Button>
        </span>
        <div role="status">
          {!isPending && failure !== null && (
            <Note tone="red" icon={CircleAlert} title="The test failed">
              <p>{failure}</p>
            </Note>
          )}
          {!isPending && data?.ok && (
            <Note tone="green" icon={CircleCheck} title={`${data.model} answered in ${count(data.tookMs)} ms`}>
              <p>{STRUCTURED[data.structured]}</p>
              {data.promptTokens !== null && data.completionTokens !== null && (
                <p>
                  {count(data.promptTokens)} tokens sent, {count(data.completionTokens)} received.
                </p>
              )}
            </Note>
          )}
        </div>
      </div>
      <p className="hint">Sends “The seal is blue.” with the settings above, and nothing from this office</p>
    </div>
  )
}
