import { useQuery } from '@tanstack/react-query'
import { ADMINISTRATION } from '../../../../shared/granting.ts'
import type { ImportSummary } from '../../../../shared/people-import.ts'
import { permissionTitle } from '../../../../shared/permission-words.ts'
import { count } from '../../../ui/count.ts'
import { Note } from '../../../ui/Note.tsx'
import { rolesOptions } from '../api.ts'

/** How many people get each role; roles that administer the office stand out. */
export function RoleCounts({ roles }: { roles: ImportSummary['roles'] }) {
  const known = useQuery(rolesOptions()).data?.roles ?? []
  if (roles.length === 0) return null
  const nameOf = (role: string) => known.find(({ id }) => id === role)?.name ?? role
  const strong = roles.flatMap((row) => {
    const held = known.find(({ id }) => id === row.role)?.permissions ?? []
    const administers = ADMINISTRATION.filter((one) => held.includes(one))
    return administers.length > 0 ? [{ ...row, administers }] : []
  })
  return (
    <>
      <p>
        <b className="medium">By role: </b>
        {roles.map((row) => `${count(row.invited + row.changed)} ${nameOf(row.role)}${changedWords(row)}`).join(', ')}
      </p>
      {strong.map((row) => (
        <Note
          key={row.role}
          tone="amber"
          title={`${count(row.invited + row.changed)} get the role ${nameOf(row.role)}`}
        >
          <p>
            It may {row.administers.map((one) => `“${permissionTitle(one)}”`).join(' and ')}. Check that this is meant.
          </p>
        </Note>
      ))}
    </>
  )
}

function changedWords({ invited, changed }: ImportSummary['roles'][number]): string {
  if (changed === 0) return ''
  return invited === 0 ? ' (accounts whose role changes)' : ` (${count(changed)} of them accounts whose role changes)`
}
