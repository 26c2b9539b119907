import { oneLine } from '../../../shared/text-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { DepartmentSettings } from '../../../shared/department-settings.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { refusalsIn } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { classes } from '../../ui/classes.ts'
import sheet from '../form/settings.module.css'
import { addDepartment, departmentsOptions } from './api.ts'
import { DepartmentList } from './DepartmentList.tsx'
import styles from './general.module.css'
import { RenameDialog } from './RenameDialog.tsx'
import { RetireDialog } from './RetireDialog.tsx'
import { useChangeDepartments } from './use-departments.ts'

export type Department = DepartmentSettings['departments'][number]

/** The departments in their order: add, rename, move, retire and bring back. Each change is saved at once. */
export function DepartmentsCard() {
  const query = useQuery(departmentsOptions())
  const [dialog, setDialog] = useState<{ what: 'rename' | 'retire'; department: Department } | null>(null)
  const close = () => setDialog(null)
  return (
    <section className="card" aria-labelledby="departments">
      <header className="lined">
        <h2 className="grow" id="departments" tabIndex={-1}>
          Departments
        </h2>
      </header>
      {query.data ? (
        <>
          <p className="padded text-13 soft">
            Forms and filters show them in this order, and lists are sorted by it. A department that is retired takes
            nothing new; requests that have it keep it.
          </p>
          <DepartmentList
            departments={query.data.departments}
            onRename={(department) => setDialog({ what: 'rename', department })}
            onRetire={(department) => setDialog({ what: 'retire', department })}
          />
          <AddDepartment />
        </>
      ) : query.isError ? (
        <ReadError title="The departments could not be loaded" query={query} />
      ) : (
        <Loading label="Loading the departments">
          <Skeleton height={240} />
        </Loading>
      )}
      {dialog?.what === 'rename' && <RenameDialog department={dialog.department} onClose={close} />}
      {dialog?.what === 'retire' && query.data && (
        <RetireDialog
          department={dialog.department}
          others={query.data.departments.filter(
            ({ key, retiredAt }) => retiredAt === null && key !== dialog.department.key,
          )}
          onClose={close}
        />
      )}
    </section>
  )
}

function AddDepartment() {
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const change = useChangeDepartments()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const cleaned = oneLine(name)
    setMissing(cleaned === '')
    if (cleaned === '') return field.current?.focus()
    change.mutate(
      { make: (attempt) => addDepartment(cleaned, attempt), done: `${cleaned} has been added` },
      { onSuccess: () => setName(''), onSettled: () => field.current?.focus() },
    )
  }
  return (
    <form className={classes(sheet.foot, styles.add)} noValidate onSubmit={submit} aria-label="Add a department">
      <Field
        label="New department"
        className="grow"
        error={missing ? 'Name is required' : refusalsIn(change.error)[0]?.message}
        required
      >
        <TextInput
          ref={field}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value)
            setMissing(false)
            if (change.isError) change.reset()
          }}
        />
      </Field>
      <Button type="submit" busy={change.isPending} busyLabel="Adding...">
        Add department
      </Button>
    </form>
  )
}
