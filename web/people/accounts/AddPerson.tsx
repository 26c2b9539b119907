import { useEffect, useRef, useState } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { notGrantable } from '../../../shared/granting.ts'
import { type Invited, NewPerson } from '../../../shared/team.ts'
import { DraftHint } from '../../requests/drafts/DraftHint.tsx'
import { useFormDraft } from '../../requests/drafts/drafts.ts'
import { CHECKED_ON_LEAVING } from '../../ui/errors/checked-on-leaving.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { showRefusals, useFirstWrongFocused } from '../../ui/errors/refusals.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field, FormLocked, RequiredNote } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { toast } from '../../ui/toast.ts'
import { PersonDepartmentField } from '../common/PersonDepartmentField.tsx'
import { useActor } from '../common/use-actor.ts'
import { invite, personChanged, rolesOptions } from './api.ts'
import { OneTimeLink } from './OneTimeLink.tsx'
import { RoleField } from './RoleField.tsx'
import { useEmailHolder } from './use-email-holder.ts'
import styles from './people.module.css'

const EMPTY: NewPerson = { fullName: '', username: '', email: '', role: 'user', department: '' }

/** Invites a person, then shows the link that opens their account. */
export function AddPerson() {
  const [invited, setInvited] = useState<Invited | null>(null)
  if (!invited) return <AddForm onInvited={setInvited} />
  return (
    <section className={classes('card padded stack', styles.narrow)}>
      <OneTimeLink person={invited.person} link={invited.link} />
      <div className="row wrap">
        <Button look="primary" onClick={() => setInvited(null)}>
          Add another user
        </Button>
        <Link to="/team/users" className={buttonClass()}>
          User Management
        </Link>
      </div>
    </section>
  )
}

function AddForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const form = useForm<NewPerson>({
    resolver: zodResolver(NewPerson),
    ...CHECKED_ON_LEAVING,
    defaultValues: EMPTY,
    shouldFocusError: false,
  })
  usePresetRole(form)
  const draft = useFormDraft(form, 'team.add-user')
  const element = useRef<HTMLFormElement>(null)
  useFirstWrongFocused(form, element)
  const { mutate, isPending } = useMutation({
    mutationFn: (person: NewPerson, context) => invite(person, context),
    onSuccess: (answer) => {
      draft.clear()
      personChanged(answer.person)
      onInvited(answer)
    },
    onError: (error) => {
      if (!showRefusals(form, error, element.current))
        toast({ title: 'Error', description: messageOf(error, 'The account was not created.'), tone: 'bad' })
    },
  })
  return (
    <form
      ref={element}
      className={classes('card padded stack', styles.narrow)}
      noValidate
      onSubmit={(event) => void form.handleSubmit((person) => !isPending && mutate(person))(event)}
    >
      <RequiredNote />
      <FormLocked value={isPending}>
        <AddFields form={form} />
      </FormLocked>
      <div className="row wrap">
        <Button type="submit" look="primary" busy={isPending} busyLabel="Creating...">
          Create invitation
        </Button>
        <DraftHint draft={draft} />
      </div>
    </form>
  )
}

/** Not everybody who invites people may give the usual role: presets another that they may give, if there is one. */
function usePresetRole(form: UseFormReturn<NewPerson>): void {
  const actor = useActor()
  const roles = useQuery(rolesOptions()).data?.roles
  const given = roles?.filter(({ permissions }) => notGrantable(actor, permissions).length === 0)
  const isUsual = given === undefined || given.some(({ id }) => id === EMPTY.role)
  const preset = isUsual ? EMPTY.role : (given[0]?.id ?? '')
  useEffect(() => {
    if (form.getValues('role') === EMPTY.role) form.resetField('role', { defaultValue: preset })
  }, [form, preset])
}

function AddFields({ form }: { form: UseFormReturn<NewPerson> }) {
  const { register, control, formState } = form
  const { errors } = formState
  const holder = useEmailHolder(useWatch({ control, name: 'email' }))
  return (
    <>
      <Field
        label="Full name"
        error={errors.fullName?.message}
        hint="If someone uses only one name, that is enough."
        required
      >
        <TextInput {...register('fullName')} autoComplete="off" autoFocus />
      </Field>
      <Field label="Username" error={errors.username?.message} required>
        <TextInput {...register('username')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Email" error={errors.email?.message} hint={holder} required>
        <TextInput {...register('email')} type="email" autoComplete="off" />
      </Field>
      <Controller
        control={control}
        name="department"
        render={({ field }) => (
          <PersonDepartmentField
            value={field.value ?? ''}
            stored=""
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={errors.department?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="role"
        render={({ field }) => <RoleField value={field.value} onChange={field.onChange} error={errors.role?.message} />}
      />
    </>
  )
}
