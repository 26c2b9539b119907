import { type FormEvent, useId, useState } from 'react'
import { useActor } from '../../people/common/use-actor.ts'
import { refusalsIn } from '../../ui/errors/words.ts'
import { peopleWords } from '../../people/roles/people-words.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { retireDepartment } from './api.ts'
import type { Department } from './DepartmentsCard.tsx'
import { useChangeDepartments } from './use-departments.ts'

const NOBODY = 'none'
const STAY = 'stay'

interface RetireDialogProps {
  department: Department
  /** the other active ones */
  others: Department[]
  onClose: () => void
}

/** Asks what happens to the work, the open requests and the people of a department before it is retired. */
export function RetireDialog({ department, others, onClose }: RetireDialogProps) {
  const formId = useId()
  const [successor, setSuccessor] = useState(NOBODY)
  // Until they are chosen they follow the successor.
  const [openTo, setOpenTo] = useState<string | null>(null)
  const [peopleTo, setPeopleTo] = useState<string | null>(null)
  const change = useChangeDepartments()
  const mayMovePeople = useActor().permissions.has('team.manage')
  const { key, name, open, people } = department
  const target = (chosen: string | null) => chosen ?? (successor === NOBODY ? STAY : successor)
  const keyOf = (value: string) => others.find((other) => other.key === value)?.key ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const retirement = {
      successor: keyOf(successor),
      openTo: open > 0 ? keyOf(target(openTo)) : null,
      peopleTo: people > 0 && mayMovePeople ? keyOf(target(peopleTo)) : null,
    }
    change.mutate(
      { make: () => retireDepartment(key, retirement), done: `${name} has been retired` },
      { onSuccess: onClose },
    )
  }
  const errorOf = (field: string) => refusalsIn(change.error).find(({ path }) => path === field)?.message
  const options = others.map((other) => ({ value: other.key, label: other.name }))
  const moves = options.map(({ value, label }) => ({ value, label: `Move to ${label}` }))
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
            Nothing new can be submitted to it or moved there. Finished requests keep it, with their history, and can
            still be found. It can be brought back at any time.
          </p>
          <Field
            label="Successor"
            hint="The AI suggests it where it would have suggested this department"
            error={errorOf('successor')}
          >
            <Select
              options={[{ value: NOBODY, label: 'No successor' }, ...options]}
              value={successor}
              onValueChange={setSuccessor}
            />
          </Field>
          {open > 0 && (
            <Field
              label={
                open === 1 ? 'What happens to its open request?' : `What happens to its ${count(open)} open requests?`
              }
              hint="A request that moves gets an entry in its history"
              error={errorOf('openTo')}
            >
              <Select
                options={[{ value: STAY, label: `Leave in ${name}` }, ...moves]}
                value={target(openTo)}
                onValueChange={setOpenTo}
              />
            </Field>
          )}
          {people > 0 && mayMovePeople && (
            <Field label={`What happens to its ${peopleWords(people)}?`} error={errorOf('peopleTo')}>
              <Select
                options={[{ value: STAY, label: `Leave in ${name}` }, ...moves]}
                value={target(peopleTo)}
                onValueChange={setPeopleTo}
              />
            </Field>
          )}
        </form>
      </DialogBody>
    </Dialog>
  )
}
