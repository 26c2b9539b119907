import { Lock } from 'lucide-react'
import { ADMINISTRATOR_ROLE } from '../../../shared/granting.ts'
import { permissionTitle } from '../../../shared/permission-words.ts'
import type { Role } from '../../../shared/roles.ts'
import { useSession } from '../../client/session.ts'
import { DraftHint } from '../../requests/drafts/DraftHint.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { useActor } from '../common/use-actor.ts'
import { DutyNotes } from './DutyNotes.tsx'
import { PermissionGroups } from './PermissionGroups.tsx'
import type { PermissionChanges } from './role-form.ts'
import { RoleFoot } from './RoleFoot.tsx'
import { RoleNameFields } from './RoleNameFields.tsx'
import { RolePreview } from './RolePreview.tsx'
import { useRoleEditor } from './use-role-editor.ts'

/** The permissions of a role: editable, or read-only for those who may not change it. */
export function RoleEditor({ role }: { role: Role }) {
  const actor = useActor()
  const ownRole = useSession()?.user.role
  const why = whyReadOnly(role.id, ownRole, actor.permissions.has('roles.manage'))
  return why ? <ReadOnlyRole role={role} why={why} /> : <EditableRole role={role} />
}

function whyReadOnly(id: string, ownRole: string | undefined, managesRoles: boolean) {
  if (id === ADMINISTRATOR_ROLE)
    return { title: 'This role always has every permission', text: 'Nobody can change it.' }
  if (id === ownRole)
    return {
      title: 'This is your own role',
      text: 'You cannot change your own permissions. Somebody in another role can.',
    }
  if (managesRoles) return undefined
  return { title: 'You can read this role', text: 'Changing roles needs the permission Manage roles.' }
}

function ReadOnlyRole({ role, why }: { role: Role; why: { title: string; text: string } }) {
  return (
    <div className="stack">
      <Note tone="blue" icon={Lock} title={why.title}>
        <p>{why.text}</p>
      </Note>
      <DutyNotes permissions={role.permissions} people={role.people} />
      <PermissionGroups
        granted={role.permissions}
        before={role.permissions}
        changeable={undefined}
        onChange={() => {}}
      />
    </div>
  )
}

function EditableRole({ role }: { role: Role }) {
  const { permissions: changeable } = useActor()
  const editor = useRoleEditor(role)
  const { form, element, conflict, base, values, changes, isDirty, draft, save, theirs, isPreviewed, setPreviewed } =
    editor
  return (
    <form
      ref={element}
      className="stack"
      noValidate
      aria-label={`Permissions of ${base.name}`}
      onSubmit={(event) => void form.handleSubmit(() => setPreviewed(isDirty))(event)}
    >
      {theirs && (
        <div ref={conflict} tabIndex={-1}>
          <RemoteChangeNote changes={theirs} />
        </div>
      )}
      {!role.isBuiltIn && <RoleNameFields form={form} />}
      <DutyNotes permissions={values.permissions} people={base.people} />
      <PermissionGroups
        granted={values.permissions}
        before={base.permissions}
        changeable={changeable}
        onChange={(permissions) => form.setValue('permissions', permissions)}
      />
      <RoleFoot
        isDirty={isDirty}
        changes={changes}
        onDiscard={draft.discard}
        draft={<DraftHint draft={draft} />}
        clean="All changes saved"
      >
        <Button type="submit" look="primary" aria-disabled={!isDirty || undefined}>
          Review and save
        </Button>
      </RoleFoot>
      {isPreviewed && (
        <RolePreview
          role={base}
          next={values}
          isSaving={save.isPending}
          onSave={() => save.mutate()}
          onClose={() => setPreviewed(false)}
        />
      )}
    </form>
  )
}

function RemoteChangeNote({ changes: { gained, lost } }: { changes: PermissionChanges }) {
  const words = [
    ...gained.map((one) => `added “${permissionTitle(one)}”`),
    ...lost.map((one) => `removed “${permissionTitle(one)}”`),
  ]
  return (
    <Note tone="amber" role="alert" title="Somebody else has changed this role since you opened it">
      <p>
        {words.length > 0 ? `They ${words.join(', ')}. ` : ''}Nothing of yours was saved. Your changes stand on top of
        theirs: look at them and save again.
      </p>
    </Note>
  )
}
