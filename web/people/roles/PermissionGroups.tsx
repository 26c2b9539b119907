import { useId } from 'react'
import { permissionGroups } from '../../../shared/permission-words.ts'
import type { Permission } from '../../../shared/permissions.ts'
import { classes } from '../../ui/classes.ts'
import { toggled } from './role-form.ts'
import styles from './roles.module.css'

interface PermissionGroupsProps {
  granted: readonly Permission[]
  /** as stored: differences are marked */
  before: readonly Permission[]
  /** what the editor may grant and take away; undefined when read-only */
  changeable: ReadonlySet<Permission> | undefined
  onChange: (permissions: Permission[]) => void
}

/** The permissions of a role, in groups, each explained. */
export function PermissionGroups(props: PermissionGroupsProps) {
  return (
    <div className={styles.groups}>
      {permissionGroups().map(({ title, permissions }) => (
        <fieldset key={title} className={classes('card', styles.group)}>
          <legend>{title}</legend>
          {(Object.keys(permissions) as Permission[]).map((permission) => (
            <PermissionBox key={permission} permission={permission} words={permissions[permission]!} {...props} />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

interface PermissionBoxProps extends PermissionGroupsProps {
  permission: Permission
  words: { title: string; line: string }
}

function PermissionBox({ permission, words, granted, before, changeable, onChange }: PermissionBoxProps) {
  const id = useId()
  const isGranted = granted.includes(permission)
  const isChanged = isGranted !== before.includes(permission)
  // A draft may hold a change that the editor may no longer make: it can be undone.
  const mayChange = changeable !== undefined && (changeable.has(permission) || isChanged)
  return (
    <div className={classes(styles.permission, isChanged && styles.changed)}>
      <label className="choice">
        <input
          type="checkbox"
          className="checkbox"
          checked={isGranted}
          disabled={!mayChange}
          aria-describedby={id}
          onChange={(event) => onChange(toggled(granted, permission, event.target.checked))}
        />
        {words.title}
      </label>
      <p className="text-12 muted" id={id}>
        {words.line}
        {changeable !== undefined && !mayChange && whyNot(before.includes(permission))}
        {isChanged && <b className={styles.mark}> {isGranted ? 'Added' : 'Removed'}, not saved yet</b>}
      </p>
    </div>
  )
}

function whyNot(isHeld: boolean): string {
  return `. You cannot ${isHeld ? 'take it away' : 'grant it'}, because you do not have it yourself`
}
