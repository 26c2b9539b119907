import { useId, useRef } from 'react'
import { dutyConflictsOf } from '../../../shared/duties.ts'
import { permissionTitle } from '../../../shared/permission-words.ts'
import type { Permission } from '../../../shared/permissions.ts'
import { OfflineNotice } from '../../ui/errors/OfflineNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { DutyNotes } from './DutyNotes.tsx'
import { peopleWords } from './people-words.ts'
import { changesBetween } from './role-form.ts'
import { RolePeopleList } from './RolePeopleList.tsx'
import styles from './roles.module.css'

interface RolePreviewProps {
  role: { id: string; name: string; people: number; permissions: readonly Permission[] }
  next: { name: string; permissions: readonly Permission[] }
  isSaving: boolean
  onSave: () => void
  onClose: () => void
}

/** Confirmation before a role is saved: who gains and loses what. */
export function RolePreview({ role, next, isSaving, onSave, onClose }: RolePreviewProps) {
  const heading = useRef<HTMLSpanElement>(null)
  const { gained, lost } = changesBetween(role.permissions, next.permissions)
  const had = dutyConflictsOf(role.permissions)
  const isNewConflict = dutyConflictsOf(next.permissions).some((one) => !had.includes(one))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={560}
      title={
        <span ref={heading} tabIndex={-1}>
          Save changes of {role.name}?
        </span>
      }
      initialFocus={heading}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Continue editing</Button>
          <Button look="primary" busy={isSaving} busyLabel="Saving..." onClick={onSave}>
            Save permissions
          </Button>
        </>
      }
    >
      <DialogBody>
        <OfflineNotice />
        <div className="stack">
          {next.name !== role.name && (
            <p>
              The role will be called <b>{next.name}</b>.
            </p>
          )}
          <Changes title={`${peopleWords(role.people)} will be able to`} sign="+" permissions={gained} />
          <Changes title={`${peopleWords(role.people)} will no longer be able to`} sign="−" permissions={lost} />
          {isNewConflict && <DutyNotes permissions={next.permissions} people={role.people} />}
          <section className="stack">
            <h3 className="h-14">Who has this role</h3>
            <RolePeopleList roleId={role.id} />
          </section>
          <p className="text-12 muted">
            It takes effect at once, and is recorded in the audit log. Open pages show it when people come back to them.
          </p>
        </div>
      </DialogBody>
    </Dialog>
  )
}

function Changes({ title, sign, permissions }: { title: string; sign: string; permissions: readonly Permission[] }) {
  const id = useId()
  if (permissions.length === 0) return null
  return (
    <section>
      <h3 className="h-14" id={id}>
        {title}
      </h3>
      <ul className={styles.changes} aria-labelledby={id}>
        {permissions.map((permission) => (
          <li key={permission}>
            <span aria-hidden>{sign}</span> {permissionTitle(permission)}
          </li>
        ))}
      </ul>
    </section>
  )
}
