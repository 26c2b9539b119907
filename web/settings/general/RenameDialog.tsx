import { isBlank } from '../../../shared/text-rules.ts'
import { type FormEvent, useId, useRef, useState } from 'react'
import { currentIn } from '../../client/api-error.ts'
import { refusalsIn } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { renameDepartment } from './api.ts'
import type { Department } from './DepartmentsCard.tsx'
import { useChangeDepartments } from './use-departments.ts'

interface RenameDialogProps {
  department: Department
  onClose: () => void
}

export function RenameDialog({ department, onClose }: RenameDialogProps) {
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(department.name)
  const [previousName, setPreviousName] = useState(department.name)
  const change = useChangeDepartments()
  const isEmpty = isBlank(name)
  const refusal = refusalsIn(change.error)[0]?.message
  const isRenamedMeanwhile = currentIn(change.error) !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || isEmpty) return field.current?.focus()
    const trimmed = name.trim()
    change.mutate(
      {
        make: () => renameDepartment(department.key, { name: trimmed, previousName }),
        done: `${previousName} is now called ${trimmed}`,
      },
      {
        onSuccess: onClose,
        onError: (error) => {
          // Another name is shown now, so pressing again replaces it knowingly.
          setPreviousName(currentIn<{ name: string }>(error)?.name ?? previousName)
          field.current?.focus()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={480}
      title={`Rename ${previousName}`}
      initialFocus={field}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={change.isPending} busyLabel="Saving...">
            Rename
          </Button>
        </>
      }
    >
      <DialogBody>
        <form id={formId} noValidate onSubmit={submit}>
          <Field
            label="Name"
            hint="Every request, also an old one, shows the new name at once"
            error={
              isEmpty ? 'Name is required' : isRenamedMeanwhile ? `${refusal} Rename again to use yours.` : refusal
            }
            required
          >
            <TextInput
              ref={field}
              value={name}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => {
                setName(event.target.value)
                if (change.isError) change.reset()
              }}
            />
          </Field>
        </form>
      </DialogBody>
    </Dialog>
  )
}
