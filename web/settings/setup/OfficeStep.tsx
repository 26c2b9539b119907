import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { GeneralSettings } from '../../../shared/general-settings.ts'
import { say } from '../../../shared/texts/say.ts'
import { put } from '../../client/api.ts'
import { messageOf, refusalsIn } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, RequiredNote } from '../../ui/Field.tsx'
import { focusFirstInvalid } from '../../ui/first-invalid.ts'
import { TextInput } from '../../ui/inputs.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'

const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
  value,
  label: value.replaceAll('_', ' '),
}))

/** The browser's zone if the stored one is still the default, else the stored one. */
function likelyZone(stored: string): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return stored === 'UTC' && ZONES.some(({ value }) => value === own) ? own : stored
}

/** The name of the office, and where its days begin. */
export function OfficeStep({ settings, onDone }: { settings: GeneralSettings; onDone: () => void }) {
  const [officeName, setName] = useState(settings.officeName)
  const [timeZone, setZone] = useState(likelyZone(settings.timeZone))
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      put<GeneralSettings>('/api/settings/general', { officeName, timeZone, version: settings.version }),
    onSuccess: onDone,
  })
  useEffect(() => {
    if (error) focusFirstInvalid(form.current)
  }, [error])
  const refused = (path: string) => refusalsIn(error).find((one) => one.path === path)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      {error && refusalsIn(error).length === 0 && (
        <Note tone="red" role="alert" title={messageOf(error, say('The settings were not saved. Please try again.'))} />
      )}
      <RequiredNote />
      <Field label={say('Office name')} error={refused('officeName')} required>
        <TextInput value={officeName} onChange={(event) => setName(event.target.value)} autoComplete="organization" />
      </Field>
      <Field
        label={say('Time zone')}
        error={refused('timeZone')}
        hint={say('When the office’s days begin and requests are overdue')}
        required
      >
        <Select options={ZONES} value={timeZone} onValueChange={setZone} />
      </Field>
      <Button type="submit" look="primary" size="large" busy={isPending} busyLabel={say('Saving...')}>
        {say('Save and continue')}
      </Button>
    </form>
  )
}
