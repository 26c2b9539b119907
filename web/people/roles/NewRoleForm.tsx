import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { notGrantable } from '../../../shared/granting.ts'
import type { Role } from '../../../shared/roles.ts'
import { DraftHint } from '../../requests/drafts/DraftHint.tsx'
import { useFormDraft } from '../../requests/drafts/drafts.ts'
import { showRefusals, useFirstWrongFocused } from '../../ui/errors/refusals.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { useActor } from '../common/use-actor.ts'
import { addRole, refreshRoles } from './api.ts'
import { DutyNotes } from './DutyNotes.tsx'
import { PermissionGroups } from './PermissionGroups.tsx'
import { changesBetween, EMPTY_ROLE, type RoleForm } from './role-form.ts'
import { rolePath } from './role-paths.ts'
import { RoleFoot } from './RoleFoot.tsx'
import { RoleNameFields } from './RoleNameFields.tsx'
import { valuesOf } from './use-role-editor.ts'

/** A custom role, from scratch or as a copy. */
export function NewRoleForm({ roles }: { roles: readonly Role[] }) {
  const { form, element, values, draft, save, isDirty } = useNewRole()
  const { permissions: changeable } = useActor()
  return (
    <form
      ref={element}
      className="stack"
      noValidate
      aria-label="New role"
      onSubmit={(event) =>
        void form.handleSubmit(() => {
          if (!save.isPending) save.mutate(values)
        })(event)
      }
    >
      <RoleNameFields form={form}>
        <CopyFrom roles={roles} onCopy={(permissions) => form.setValue('permissions', permissions)} />
      </RoleNameFields>
      <DutyNotes permissions={values.permissions} people={0} />
      <PermissionGroups
        granted={values.permissions}
        before={[]}
        changeable={changeable}
        onChange={(permissions) => form.setValue('permissions', permissions)}
      />
      <RoleFoot
        isDirty={isDirty}
        changes={changesBetween([], values.permissions)}
        onDiscard={draft.discard}
        draft={<DraftHint draft={draft} />}
        clean="Nothing chosen yet"
      >
        <Button type="submit" look="primary" busy={save.isPending} busyLabel="Creating...">
          Create role
        </Button>
      </RoleFoot>
    </form>
  )
}

function useNewRole() {
  const navigate = useNavigate()
  const gone = useIsUnmounted()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<RoleForm>({ defaultValues: EMPTY_ROLE, shouldFocusError: false })
  const draft = useFormDraft(form, 'roles.new')
  useFirstWrongFocused(form, element)
  const values = valuesOf(useWatch({ control: form.control }), EMPTY_ROLE)
  const save = useMutation({
    mutationFn: (role: RoleForm, context: object) => addRole(role, context),
    onSuccess: (role) => {
      draft.clear()
      void refreshRoles()
      toast({ title: 'Role created', description: `People can get ${role.name} in User Management.`, tone: 'good' })
      if (!gone.current) void navigate(rolePath(role.id))
    },
    onError: (error) => {
      if (showRefusals(form, error, element.current, (path) => (path === 'permissions' ? null : path))) return
      const description = messageOf(error, 'The role was not created. What you chose is still here.')
      toast({ title: 'Error', description, tone: 'bad' })
    },
  })
  const isDirty = JSON.stringify(values) !== JSON.stringify(EMPTY_ROLE)
  return { form, element, values, draft, save, isDirty }
}

/** Copies only what the editor may grant. */
function CopyFrom({ roles, onCopy }: { roles: readonly Role[]; onCopy: (permissions: Role['permissions']) => void }) {
  const actor = useActor()
  const copy = (id: string) => {
    const permissions = roles.find((role) => role.id === id)?.permissions ?? []
    const refused = notGrantable(actor, permissions)
    onCopy(permissions.filter((one) => !refused.includes(one)).toSorted())
  }
  return (
    <Field label="Start from a copy" hint="Ticks what that role may do; what you may not grant is left out">
      <Select
        value=""
        placeholder="Choose a role"
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        onValueChange={copy}
      />
    </Field>
  )
}
