import { type FormEvent, useId, useState } from 'react'
import { refusalsIn } from '../../errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import styles from './general.module.css'
import { retireDepartment } from './api.ts'
import type { Department } from './DepartmentsCard.tsx'
import { useChangeDepartments } from './use-departments.ts'

const NOBODY = 'none'

interface RetireDialogProps {
  department: Department
  /** the other active ones */
  others: Department[]
  onClose: () => void
}

/** Asks where the work of a department goes before it is retired. */
export function RetireDialog({ department, others, onClose }: RetireDialogProps) {
  const formId = useId()
  const [successor, setSuccessor] = useState(NOBODY)
  const [moveOpen, setMoveOpen] = useState(true)
  const change = useChangeDepartments()
  const { key, name, open } = department
  const followed = others.find((other) => other.key === successor)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const retirement = { successor: followed?.key ?? null, moveOpen: followed !== undefined && open > 0 && moveOpen }
    change.mutate(
      { make: () => retireDepartment(key, retirement), done: `${name} has been retired` },
      { onSuccess: onClose },
    )
  }
  const options = [
    { value: NOBODY, label: 'No successor' },
    ...others.map((other) => ({ value: other.key, label: other.name })),
  ]
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={520}
      title={`Retire ${name}`}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="danger" busy={change.isPending} busyLabel="Retiring...">
            Retire department
          </Button>
        </>
      }
    >
      <DialogBody>
        <form id={formId} className="stack" noValidate onSubmit={submit}>
          <p className="text-13 soft">
            Nothing new can be submitted to it or moved there. Requests that have it keep it, with their history, and
            can still be found. It can be brought back at any time.
          </p>
          <Field
            label="Successor"
            hint="The AI suggests it where it would have suggested this department"
            error={refusalsIn(change.error)[0]?.message}
          >
            <Select options={options} value={successor} onValueChange={setSuccessor} />
          </Field>
          {followed && open > 0 && (
            <fieldset className={styles.choices}>
              <legend>{open === 1 ? 'The open request' : `The ${count(open)} open requests`}</legend>
              {[true, false].map((moves) => (
                <label key={String(moves)} className="choice">
                  <input
                    type="radio"
                    className="checkbox"
                    name="moveOpen"
                    checked={moveOpen === moves}
                    onChange={() => setMoveOpen(moves)}
                  />
                  {moves ? `Move to ${followed.name}, each with an entry in its history` : `Stay in ${name}`}
                </label>
              ))}
            </fieldset>
          )}
        </form>
      </DialogBody>
    </Dialog>
  )
}
