import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { notChangeable } from '../../../shared/granting.ts'
import { permissionTitle } from '../../../shared/permission-words.ts'
import type { Role } from '../../../shared/roles.ts'
import { useSession } from '../../client/session.ts'
import { OfflineNotice } from '../../ui/errors/OfflineNotice.tsx'
import { messageOf } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusFirstInvalid } from '../../ui/first-invalid.ts'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { useActor } from '../common/use-actor.ts'
import { deleteRole, refreshRoles } from './api.ts'
import { peopleWords } from './people-words.ts'
import { changesBetween } from './role-form.ts'
import { RolePeopleList } from './RolePeopleList.tsx'

const GREY = 'Roles in grey would give these people, or take from them, permissions that you do not have'

/** The delete button with its confirmation; nothing for the person's own role. */
export function DeleteRole({ role, roles }: { role: Role; roles: readonly Role[] }) {
  const [isAsked, setAsked] = useState(false)
  const gone = useIsUnmounted()
  if (useSession()?.user.role === role.id) return null
  return (
    <>
      <Button icon={Trash2} onClick={() => setAsked(true)}>
        Delete role
      </Button>
      {isAsked && <ConfirmDeleteRole role={role} roles={roles} gone={gone} onClose={() => setAsked(false)} />}
    </>
  )
}

interface ConfirmProps {
  role: Role
  roles: readonly Role[]
  /** whether the page of the role has been left */
  gone: RefObject<boolean>
  onClose: () => void
}

function ConfirmDeleteRole({ role, roles, gone, onClose }: ConfirmProps) {
  const actor = useActor()
  const navigate = useNavigate()
  const [successor, setSuccessor] = useState('')
  const [problem, setProblem] = useState<string>()
  const body = useRef<HTMLDivElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const holders = role.people + role.inactivePeople
  const choices = roles
    .filter(({ id }) => id !== role.id)
    .map((one) => ({ ...one, isGrey: notChangeable(actor, role.permissions, one.permissions).length > 0 }))
  const next = choices.find(({ id }) => id === successor)
  const lacked = holders === 0 ? notChangeable(actor, role.permissions, []) : []
  const refuse = (words: string) => {
    // Rendered synchronously: the field is found by its mark.
    flushSync(() => setProblem(words))
    focusFirstInvalid(body.current)
  }
  const remove = useMutation({
    mutationFn: () => deleteRole(role.id, next?.id ?? null),
    onSuccess: () => {
      toast({ title: 'Role deleted', description: `${role.name} is no longer a role of your office.`, tone: 'good' })
      if (!gone.current) void navigate('/team/roles')
      void refreshRoles()
    },
    onError: (error) => refuse(messageOf(error, 'The role was not deleted.')),
  })
  const submit = () => (holders === 0 || next ? remove.mutate() : refuse('Choose the role that they get instead'))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={520}
      title={`Delete ${role.name}?`}
      initialFocus={keep}
      footer={
        <>
          <span className="grow" />
          <Button ref={keep} onClick={onClose}>
            Keep it
          </Button>
          {lacked.length === 0 && (
            <Button look="danger" busy={remove.isPending} busyLabel="Deleting..." onClick={submit}>
              Delete role
            </Button>
          )}
        </>
      }
    >
      <DialogBody>
        <OfflineNotice />
        <div className="stack" ref={body}>
          {holders === 0 ? (
            <p>
              Nobody has this role.
              {lacked.length > 0 &&
                ` You cannot delete it, because it has permissions that you do not have: ${lacked.map(permissionTitle).join(', ')}.`}
            </p>
          ) : (
            <>
              <p>{holdersWords(role)} They get another role.</p>
              <Field
                label="Their new role"
                required
                error={problem}
                hint={choices.some(({ isGrey }) => isGrey) ? GREY : undefined}
              >
                <Select
                  value={successor}
                  placeholder="Choose a role"
                  options={choices.map(({ id, name, isGrey }) => ({ value: id, label: name, disabled: isGrey }))}
                  onValueChange={(id) => {
                    setSuccessor(id)
                    setProblem(undefined)
                  }}
                />
              </Field>
              {next && <Moved role={role} next={next} />}
              <p className="text-13 soft">Reports that are shared with this role are not shared with the new one.</p>
              {role.people > 0 && (
                <section className="stack">
                  <h3 className="h-14">Who has this role</h3>
                  <RolePeopleList roleId={role.id} />
                </section>
              )}
            </>
          )}
          {holders === 0 && problem && <p role="alert">{problem}</p>}
          <p className="text-12 muted">Deleting is recorded in the audit log and cannot be undone.</p>
        </div>
      </DialogBody>
    </Dialog>
  )
}

/** Effect of moving from one role to the other on the people moved. */
function Moved({ role, next }: { role: Role; next: Role }) {
  const { gained, lost } = changesBetween(role.permissions, next.permissions)
  const words = (permissions: Role['permissions']) => permissions.map(permissionTitle).join(', ') || 'nothing'
  return (
    <p className="text-13 soft">
      They gain: {words(gained)}. They lose: {words(lost)}.
    </p>
  )
}

function holdersWords({ people, inactivePeople }: Role): string {
  const active = people === 0 ? '' : `${peopleWords(people)} ${people === 1 ? 'has' : 'have'} this role.`
  const rest = inactivePeople === 1 ? '1 account that is' : `${count(inactivePeople)} accounts that are`
  if (inactivePeople === 0) return active
  return `${active} ${rest} not active ${inactivePeople === 1 ? 'has' : 'have'} it, too.`.trim()
}
