import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Send } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { EmailAddress } from '../../../shared/account-fields.ts'
import type { EmailSettings } from '../../../shared/email-settings.ts'
import { messageOf, refusalsIn } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Note } from '../../ui/Note.tsx'
import { sendTestMessage } from './api.ts'
import { changeOf, type EmailForm, willDropPassword } from './email-form.ts'
import shared from '../form/settings.module.css'

interface TestMessageProps {
  form: UseFormReturn<EmailForm>
  settings: EmailSettings
}

/** Sends a message with the values in the form, saved or not. The answer goes once one of them is changed. */
export function TestMessage({ form, settings }: TestMessageProps) {
  const id = useId()
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, data, error, reset } = useMutation({
    retry: false,
    mutationFn: (address: string, attempt) => sendTestMessage({ ...changeOf(form.getValues()), to: address }, attempt),
    onError: (failure) => {
      for (const { path, message } of refusalsIn(failure)) {
        if (path === 'to') setProblem(message)
        else if (path in form.getValues()) form.setError(path as keyof EmailForm, { message })
      }
    },
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ name }) => name && reset() }),
    [form, reset],
  )
  const send = () => {
    const address = EmailAddress.safeParse(to)
    setProblem(address.error?.issues[0]?.message)
    if (address.success && !isPending) mutate(address.data)
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The form around it would be saved.
    event.preventDefault()
    send()
  }
  const failure = error ? messageOf(error, 'The server did not answer.') : data?.ok === false ? data.answer : null
  const losesPassword = willDropPassword(form.watch(), settings)
  return (
    <div className="field" role="group" aria-labelledby={`${id}-group`}>
      <span className="label" id={`${id}-group`}>
        Test
      </span>
      <div className="stack gap-2">
        <span className="row wrap">
          <TextInput
            aria-label="Send the test message to"
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            type="email"
            placeholder="you@example.org"
            autoComplete="email"
            className={shared.address}
            value={to}
            onChange={(event) => {
              setTo(event.target.value)
              setProblem(undefined)
            }}
            onKeyDown={sendOnEnter}
          />
          <Button icon={Send} busy={isPending} busyLabel="Sending..." onClick={send}>
            Send test message
          </Button>
        </span>
        {problem !== undefined && (
          <p className="error" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        )}
        <div role="status">
          {!isPending && failure !== null && (
            <Note tone="red" icon={CircleAlert} title="The message was not sent">
              <p>{failure}</p>
            </Note>
          )}
          {!isPending && data?.ok && (
            <Note tone="green" icon={CircleCheck} title="The SMTP server accepted the message">
              <p>It said: {data.answer}</p>
            </Note>
          )}
        </div>
      </div>
      <p className="hint">
        Uses the settings above, saved or not{losesPassword ? ', without the stored password of another host' : ''}
      </p>
    </div>
  )
}
