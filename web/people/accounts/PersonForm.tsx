import { useEffect, useRef, type RefObject } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Person, PersonChange } from '../../../shared/team.ts'
import { currentIn } from '../../client/api-error.ts'
import { DraftHint } from '../../requests/drafts/DraftHint.tsx'
import { useDismissDraftToast } from '../../requests/drafts/draft-kept-toast.ts'
import { changesIn, useChangesDraft, useStoredValues } from '../../requests/drafts/stored-values.ts'
import { CHECKED_ON_LEAVING } from '../../ui/errors/checked-on-leaving.ts'
import { showRefusals, useFirstWrongFocused } from '../../ui/errors/refusals.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { FormLocked, RequiredNote } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { editPerson, personChanged } from './api.ts'
import { AccountFields } from './AccountFields.tsx'
import { personDraftKey, PersonFields, savePersonKey, formOf } from './person-form.ts'
import styles from './people.module.css'

interface PersonFormProps {
  person: Person
  isOwn: boolean
  /** whether something is typed that is not saved */
  isDirty: RefObject<boolean>
}

/** The data of an account. A person's own role is changed by others only, their own address in the profile. */
export function PersonForm({ person, isOwn, isDirty }: PersonFormProps) {
  const form = useForm<PersonFields>({
    resolver: zodResolver(PersonFields),
    ...CHECKED_ON_LEAVING,
    defaultValues: formOf(person),
    shouldFocusError: false,
  })
  const savedMeanwhile = useStoredValues(form, formOf(person))
  const draft = useChangesDraft(form, personDraftKey(person.id))
  useDismissDraftToast(personDraftKey(person.id))
  // The account as it was when the edit began: a change by somebody else that arrived since must not be overwritten unseen.
  const seen = useRef(person)
  const gone = useIsUnmounted()
  const element = useRef<HTMLFormElement>(null)
  useFirstWrongFocused(form, element)
  const { mutate, isPending } = useMutation({
    mutationKey: savePersonKey(person.id),
    mutationFn: (change: PersonChange) => editPerson(person.id, change),
    onSuccess: (saved) => {
      draft.clear()
      form.reset(formOf(saved))
      personChanged(saved)
      toast({ title: 'Account updated', tone: 'good' })
    },
    onError: (error) => {
      const current = currentIn<Person>(error)
      if (current) personChanged(current)
      if (current && !gone.current) {
        seen.current = current
        return sayChanged('What you changed is still here, beside what was saved. Save again to keep yours.')
      }
      if (showRefusals(form, error, element.current)) return
      const description = messageOf(error, 'The account was not changed.')
      toast({ title: 'Update Failed', description, tone: 'bad' })
    },
  })
  const save = (fields: PersonFields) => {
    if (isPending) return
    const [before, now] = [formOf(seen.current), formOf(person)]
    const changed = Object.keys(changesIn(form, fields)) as (keyof PersonFields)[]
    seen.current = person
    if (changed.some((field) => before[field] !== now[field]))
      return sayChanged('Another value was saved where you have changed one. Save again to keep yours.')
    mutate({ ...fields, version: person.version })
  }
  const { isDirty: isEdited } = form.formState
  useEffect(() => {
    // A reset to newly stored values clears `isEdited`, although other fields keep what was typed.
    isDirty.current = isEdited || Object.keys(changesIn(form, form.getValues())).length > 0
    if (!isDirty.current) seen.current = person
  }, [form, isDirty, isEdited, person])
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <div className={styles.wide}>
        <RequiredNote />
      </div>
      <FormLocked value={isPending}>
        <AccountFields
          form={form}
          id={person.id}
          department={person.department ?? ''}
          savedMeanwhile={savedMeanwhile}
          isOwn={isOwn}
        />
      </FormLocked>
      <div className={classes('row end wrap', styles.wide)}>
        <DraftHint draft={draft} />
        <Button type="submit" look="primary" busy={isPending} busyLabel="Saving...">
          Save changes
        </Button>
      </div>
    </form>
  )
}

function sayChanged(description: string): void {
  toast({ title: 'This account has changed meanwhile', description, tone: 'bad' })
}
