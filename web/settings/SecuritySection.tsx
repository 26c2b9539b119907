import { useRef } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { TriangleAlert } from 'lucide-react'
import type { SecurityEffects, SecuritySettings } from '../../shared/security.ts'
import { currentIn } from '../client/api-error.ts'
import { resolverOf, showRefusals } from '../errors/refusals.ts'
import { DraftHint } from '../drafts/DraftHint.tsx'
import { useChangesDraft, useStoredValues } from '../drafts/stored-values.ts'
import { refresh } from '../client/query.ts'
import { CHECKLIST, useIsUndecided } from '../setup/checklist.ts'
import { Field, RequiredNote } from '../ui/Field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Note } from '../ui/Note.tsx'
import { Select } from '../ui/Select.tsx'
import { toast } from '../ui/toast.ts'
import { saveSecurity, SECURITY_EFFECTS, securityEffectsOptions, securityKey, securityOptions } from './api.ts'
import { BlockedSignInsSection } from './BlockedSignInsSection.tsx'
import {
  changeOf,
  effectsInWords,
  fieldOf,
  formOf,
  problemsIn,
  type SecurityForm,
  timeoutOptions,
} from './security-form.ts'
import { showChangedMeanwhile, showNotSaved } from './save-failure.ts'
import { SavedWords, SaveFoot, StoredSettings } from './StoredSettings.tsx'
import styles from './settings.module.css'

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

const VISIBILITY = [
  { value: 'all', label: 'Everybody sees all requests' },
  { value: 'own', label: 'People see only their own' },
]

interface NumberField {
  name: keyof SecurityForm
  label: string
  hint: string
}

const POLICY_FIELDS: NumberField[] = [
  {
    name: 'maxSessions',
    label: 'Maximum Concurrent Sessions',
    hint: 'Per person, 1 to 1,000, usually 3. A further sign-in ends the oldest',
  },
  {
    name: 'passwordMinLength',
    label: 'Minimum Password Length',
    hint: '6 to 64 characters. Existing passwords stay valid; the minimum applies from the next change',
  },
]

const THROTTLE_FIELDS: NumberField[] = [
  {
    name: 'pairFree',
    label: 'Wrong passwords from one address before a wait',
    hint: 'For one account; 3 to 10, usually 5',
  },
  { name: 'pairMinutes', label: 'Longest wait from one address, in minutes', hint: '5 to 60, usually 15' },
  {
    name: 'accountFree',
    label: 'Wrong passwords from new addresses before a wait',
    hint: 'For one account, from addresses it never signed in from, together; 10 to 100, usually 20',
  },
  { name: 'accountMinutes', label: 'Longest wait from new addresses, in minutes', hint: '1 to 30, usually 5' },
  {
    name: 'addressFree',
    label: 'Failures of one address before a wait',
    hint: 'Whatever the accounts: a whole office may share an address; 20 to 500, usually 50',
  },
  { name: 'addressMinutes', label: 'Longest wait of an address, in minutes', hint: '1 to 15, usually 1' },
]

function useSecurityForm(settings: SecuritySettings) {
  const client = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<SecurityForm>({
    mode: 'onTouched',
    defaultValues: formOf(settings),
    resolver: resolverOf<SecurityForm>((values) => problemsIn(values, settings)),
  })
  const savedMeanwhile = useStoredValues(form, formOf(settings))
  const draft = useChangesDraft(form, 'settings.security')
  const save = useMutation({
    mutationFn: (values: SecurityForm) => saveSecurity(changeOf(values, settings)),
    onSuccess: async (saved) => {
      draft.clear()
      form.reset(formOf(saved))
      client.setQueryData(securityKey, saved)
      toast({ title: 'Settings saved', description: 'They apply at once.', tone: 'good' })
      await Promise.all([refresh(SECURITY_EFFECTS), refresh(CHECKLIST)])
    },
    onError: (error) => {
      const current = currentIn<SecuritySettings>(error)
      if (current) {
        client.setQueryData(securityKey, current)
        return showChangedMeanwhile()
      }
      if (!showRefusals(form, error, element.current, (path) => fieldOf(path) ?? null)) showNotSaved(error)
    },
  })
  return { form, element, draft, save, savedMeanwhile }
}

function SecurityCard({ settings }: { settings: SecuritySettings }) {
  const { form, element, draft, save, savedMeanwhile } = useSecurityForm(settings)
  const shared = { form, savedMeanwhile }
  const { isDirty } = form.formState
  const isUndecided = useIsUndecided('security')
  return (
    <form
      ref={element}
      className="card"
      noValidate
      aria-labelledby="security"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!save.isPending) save.mutate(values)
        })(event)
      }
    >
      <header className="lined">
        <h2 id="security">Sessions and passwords</h2>
      </header>
      <div className={styles.rows}>
        <RequiredNote />
        <Chosen {...shared} name="idleMinutes" label="Session Timeout" options={timeoutOptions(settings.idleMinutes)}>
          A session ends when it is unused for this long
        </Chosen>
        <Numbers {...shared} fields={POLICY_FIELDS} />
        <Chosen {...shared} name="visibility" label="Who sees which requests" options={VISIBILITY}>
          Roles that may see every request still do
        </Chosen>
      </div>
      <header className="lined">
        <h2>Sign-in throttling</h2>
      </header>
      <div className={styles.rows}>
        <Numbers {...shared} fields={THROTTLE_FIELDS} />
      </div>
      <Effects form={form} settings={settings} />
      <SaveFoot isDirty={isDirty} isSaving={save.isPending} onDiscard={draft.discard} isUndecided={isUndecided}>
        <SavedWords isDirty={isDirty} isUndecided={isUndecided} />
        <DraftHint draft={draft} />
      </SaveFoot>
    </form>
  )
}

type Form = UseFormReturn<SecurityForm>

interface Shared {
  form: Form
  savedMeanwhile: Partial<SecurityForm>
}

interface ChosenProps extends Shared {
  name: keyof SecurityForm
  label: string
  options: { value: string; label: string }[]
  children: string
}

function Chosen({ form, savedMeanwhile, name, label, options, children: hint }: ChosenProps) {
  const { [name]: theirs } = savedMeanwhile
  return (
    <Field
      label={label}
      hint={hint}
      error={form.formState.errors[name]?.message}
      savedMeanwhile={options.find(({ value }) => value === theirs)?.label ?? theirs}
      required
    >
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <Select
            ref={field.ref}
            options={options}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
    </Field>
  )
}

function Numbers({ form, savedMeanwhile, fields }: Shared & { fields: NumberField[] }) {
  return fields.map(({ name, label, hint }) => (
    <Field
      key={name}
      label={label}
      required
      hint={hint}
      error={form.formState.errors[name]?.message}
      savedMeanwhile={savedMeanwhile[name]}
    >
      <TextInput {...form.register(name)} className={styles.number} inputMode="numeric" autoComplete="off" />
    </Field>
  ))
}

/** Warning before saving: effects of a stricter policy on those who are signed in now. */
function Effects({ form, settings }: { form: Form; settings: SecuritySettings }) {
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
