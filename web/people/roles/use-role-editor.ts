import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import type { Role, Roles } from '../../../shared/roles.ts'
import { currentIn } from '../../client/api-error.ts'
import { useFormDraft } from '../../requests/drafts/drafts.ts'
import { showRefusals } from '../../ui/errors/refusals.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { toast } from '../../ui/toast.ts'
import { refreshRoles, rolesOptions, saveRole } from './api.ts'
import {
  changesBetween,
  formOf,
  knownPermissions,
  rebased,
  startOf,
  type PermissionChanges,
  type RoleForm,
} from './role-form.ts'

/** State of a role's form: values, draft, preview and saving. */
export function useRoleEditor(role: Role) {
  const client = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const conflict = useRef<HTMLDivElement>(null)
  const [base, setBase] = useState(role)
  const form = useForm<RoleForm>({ defaultValues: startOf(role), shouldFocusError: false })
  const draft = useFormDraft(form, `roles.${role.id}`)
  const [isPreviewed, setPreviewed] = useState(false)
  /** what another person changed while this form was open */
  const [theirs, setTheirs] = useState<PermissionChanges | null>(null)
  const values = valuesOf(useWatch({ control: form.control }), base)
  const changes = changesBetween(formOf(base).permissions, values.permissions)
  const isDirty = JSON.stringify(values) !== JSON.stringify(formOf(base))

  const become = (saved: Role) => {
    setBase(saved)
    client.setQueryData<Roles>(
      rolesOptions().queryKey,
      (all) => all && { roles: all.roles.map((one) => (one.id === saved.id ? saved : one)) },
    )
  }
  /** Another person saved first: rebases my changes on theirs. */
  const rebaseOn = (current: Role) => {
    const begunWith = form.getValues('begunWith') ?? formOf(base)
    const mine = rebased(begunWith, valuesOf(form.getValues(), base), formOf(current))
    setTheirs(changesBetween(begunWith.permissions, current.permissions))
    become(current)
    const start = startOf(current)
    form.reset(start)
    form.reset({ ...start, ...mine }, { keepDefaultValues: true })
  }
  useEffect(() => {
    const begun = form.getValues('begunWith')?.version
    if (begun !== undefined && begun < role.version) rebaseOn(role)
    // oxlint-disable-next-line react/exhaustive-deps -- once: what is saved while the form is open is met when it is saved itself
  }, [])
  const save = useMutation({
    mutationFn: () => {
      const { name, description, permissions } = values
      const own = role.isBuiltIn ? {} : { name: name.trim(), description: description.trim() }
      return saveRole(role.id, { ...own, permissions, version: base.version })
    },
    onSuccess: (saved) => {
      draft.clear()
      form.reset(startOf(saved))
      become(saved)
      setTheirs(null)
      setPreviewed(false)
      void refreshRoles()
      const description = `${saved.name} is changed at once. Open pages show it when people come back to them.`
      toast({ title: 'Role saved', description, tone: 'good' })
    },
    onError: (error) => {
      const current = currentIn<Role>(error)
      flushSync(() => {
        setPreviewed(false)
        if (current) rebaseOn(current)
      })
      if (current) {
        // The note stands far above the pressed button, to which the closing dialog returns the focus in a timer of its own.
        setTimeout(() => conflict.current?.focus())
        return
      }
      if (showRefusals(form, error, element.current, (path) => (path === 'permissions' ? null : path))) return
      const description = messageOf(error, 'The role was not saved. What you chose is still here.')
      toast({ title: 'Error', description, tone: 'bad' })
    },
  })
  return { form, element, conflict, base, values, changes, isDirty, draft, save, theirs, isPreviewed, setPreviewed }
}

/** Watched values are undefined before the form has registered its fields. */
export function valuesOf(
  watched: Partial<Omit<RoleForm, 'begunWith'>>,
  stored: Pick<Role, 'name' | 'description'>,
): RoleForm {
  const { name = stored.name, description = stored.description } = watched
  return { name, description, permissions: knownPermissions(watched.permissions) }
}
