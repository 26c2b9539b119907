import { useRef, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { permissionTitle } from '../../../shared/permission-words.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { PermissionChanges } from './role-form.ts'
import styles from './roles.module.css'

interface RoleFootProps {
  isDirty: boolean
  changes: PermissionChanges
  onDiscard: () => void
  /** the button that continues */
  children: ReactNode
  draft: ReactNode
  /** text while there is nothing to save */
  clean: string
}

/** Footer of a role's form: unsaved changes, and the buttons. */
export function RoleFoot({ isDirty, changes, onDiscard, children, draft, clean }: RoleFootProps) {
  const words = [
    ...changes.gained.map((one) => `gains “${permissionTitle(one)}”`),
    ...changes.lost.map((one) => `loses “${permissionTitle(one)}”`),
  ]
  const foot = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(foot, '[type=submit]', isDirty)
  const discard = () => {
    keepFocus()
    onDiscard()
  }
  return (
    <div className={classes('card', styles.foot, isDirty && styles.unsaved)} ref={foot}>
      <span className="row wrap grow text-13">
        {isDirty ? (
          <>
            <Icon of={CircleAlert} />
            <span>
              <b>{words.length > 1 ? `${words.length} unsaved changes.` : 'Unsaved changes.'}</b> {words.join(' · ')}
            </span>
          </>
        ) : (
          <span className="muted">{clean}</span>
        )}
        {draft}
      </span>
      <span className="row">
        <Button disabled={!isDirty} onClick={discard}>
          Discard
        </Button>
        {children}
      </span>
    </div>
  )
}
