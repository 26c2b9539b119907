import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, PlugZap } from 'lucide-react'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { BackupSettingsChange } from '../../shared/backups.ts'
import { messageOf, refusalsIn } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { testBackupTarget } from './api.ts'
import { type BackupForm, changeOf } from './backup-form.ts'
import { targetFailureWords } from './backup-words.ts'

/** Stores and reads an object with the values in the form, saved or not. The answer goes once one of them is changed. */
export function TargetTest({ form }: { form: UseFormReturn<BackupForm> }) {
  const { mutate, isPending, data, error, reset } = useMutation({
    retry: false,
    mutationFn: (values: BackupForm, attempt) =>
      testBackupTarget(BackupSettingsChange.parse(changeOf(values)), attempt),
    onError: (failure) => {
      for (const { path, message } of refusalsIn(failure))
        if (path in form.getValues()) form.setError(path as keyof BackupForm, { message })
    },
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ name }) => name && reset() }),
    [form, reset],
  )
  const test = () => form.handleSubmit((values) => mutate(values))()
  const answer = data?.answer && ` It answered: ${data.answer}`
  return (
    <div className="field" role="group" aria-labelledby="backup-target-test">
      <span className="label" id="backup-target-test">
        Try it out
      </span>
      <div className="stack gap-1">
        <span className="row wrap">
          <Button icon={PlugZap} busy={isPending} busyLabel="Testing..." onClick={() => void test()}>
            Test
          </Button>
        </span>
        <div role="status">
          {!isPending && error && (
            <Note tone="red" icon={CircleAlert} title="It was not tried out">
              <p>{messageOf(error, 'The server did not answer.')}</p>
            </Note>
          )}
          {!isPending && data?.failure === null && (
            <Note tone="green" icon={CircleCheck} title="Backups can be stored there">
              <p>An object was stored in {data.where}, read and removed.</p>
            </Note>
          )}
          {!isPending && data && data.failure !== null && (
            <Note tone="red" icon={CircleAlert} title={targetFailureWords(data.failure)}>
              <p>
                {data.where} was tried.{answer}
              </p>
            </Note>
          )}
        </div>
      </div>
      <p className="hint">
        Stores a small object there, reads it and removes it, with the settings above, saved or not
      </p>
    </div>
  )
}
