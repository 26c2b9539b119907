import { isBlank } from '../../../shared/text-rules.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { OfficeDepartment } from '../../../shared/departments.ts'
import { say } from '../../../shared/texts/say.ts'
import { post } from '../../client/api.ts'
import { messageOf, refusalsIn } from '../../ui/errors/words.ts'
import styles from '../../people/sign-in/login.module.css'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import own from './setup.module.css'

const KEY = ['/api/departments']

/** The departments that an office starts with, and a field to add another. */
export function DepartmentsStep({ onDone }: { onDone: () => void }) {
  const query = useQuery<{ departments: OfficeDepartment[] }>({ queryKey: KEY })
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (added: string, context) => post('/api/settings/departments', { name: added }, { attempt: context }),
    onSuccess: async () => {
      setName('')
      field.current?.focus()
      await cache.invalidateQueries({ queryKey: KEY })
    },
    onError: () => field.current?.focus(),
  })
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && !isBlank(name)) mutate(name)
  }
  /** A department that is typed but not added yet is added first. */
  const goOn = () => {
    if (isPending) return
    if (isBlank(name)) onDone()
    else mutate(name, { onSuccess: onDone })
  }
  return (
    <>
      <p className={classes('soft', styles.lead)}>
        {say('Requests belong to a department. Add those that are missing; names can be changed later in Settings.')}
      </p>
      {query.isError && <ReadError title={say('The departments could not be loaded')} query={query} />}
      <ul aria-label={say('Departments')} className={classes('row wrap', own.departments)}>
        {query.data?.departments
          .filter(({ retiredAt }) => retiredAt === null)
          .map((department) => (
            <li key={department.key} className="chip">
              {department.name}
            </li>
          ))}
      </ul>
      <form className="stack" noValidate onSubmit={add}>
        <Field
          label={say('Another department')}
          error={error ? (refusalsIn(error)[0]?.message ?? messageOf(error, say('It was not added.'))) : undefined}
        >
          <TextInput
            ref={field}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              reset()
            }}
            autoComplete="off"
          />
        </Field>
        <Button type="submit" busy={isPending} busyLabel={say('Adding...')}>
          {say('Add department')}
        </Button>
        <Button look="primary" size="large" onClick={goOn}>
          {say('Continue')}
        </Button>
      </form>
    </>
  )
}
