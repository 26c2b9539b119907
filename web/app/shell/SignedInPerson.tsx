import { roleLabel } from '../../../shared/permissions.ts'
import { fullName, initials } from '../../../shared/people.ts'
import { say } from '../../../shared/texts/say.ts'
import { useSession } from '../../client/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './header.module.css'

/** Who is signed in. */
export function SignedInPerson({ className }: { className?: string }) {
  const user = useSession()?.user
  return (
    <span className={classes(styles.person, className)}>
      <Avatar initials={initials(user)} large />
      <span>
        <b>{fullName(user) || say('Unknown User')}</b>
        <span>{roleLabel(user?.role, user?.roleName)}</span>
      </span>
    </span>
  )
}
