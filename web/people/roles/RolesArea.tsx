import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Role } from '../../../shared/roles.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Area } from '../../app/pages/Area.tsx'
import { maySee, pageOf } from '../../app/pages/pages.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useActor } from '../common/use-actor.ts'
import { rolesOptions } from './api.ts'
import { DeleteRole } from './DeleteRole.tsx'
import { NewRoleForm } from './NewRoleForm.tsx'
import { peopleWords } from './people-words.ts'
import { RoleEditor } from './RoleEditor.tsx'
import { roleIdIn } from './role-paths.ts'
import { RolesList } from './RolesList.tsx'

/** Everything below /team/roles: the list of roles, a new one, and the page of each. */
export function RolesArea({ path }: { path: string }) {
  if (path === '/team/roles') return <ListPage />
  if (path === '/team/roles/new') return <NewRolePage />
  return <RolePage id={roleIdIn(path)} />
}

function ListPage() {
  const mayChange = useActor().permissions.has('roles.manage')
  return (
    <Area
      line="Checked by the server on every call. A change takes effect at once; open pages follow when people return."
      actions={
        mayChange && (
          <Link to="/team/roles/new" className={buttonClass()}>
            <Icon of={Plus} />
            New role
          </Link>
        )
      }
    >
      <WithRoles>{(roles) => <RolesList roles={roles} />}</WithRoles>
    </Area>
  )
}

function NewRolePage() {
  return (
    <Area line="A role of your office’s own. People get it in User Management.">
      <WithRoles>{(roles) => <NewRoleForm roles={roles} />}</WithRoles>
    </Area>
  )
}

function RolePage({ id }: { id: string }) {
  const { permissions } = useActor()
  const isShown = maySee(pageOf('/team/roles')?.needs, [...permissions])
  const roles = useQuery({ ...rolesOptions(), enabled: isShown })
  const role = roles.data?.roles.find((one) => one.id === id)
  const mayDelete = permissions.has('roles.manage') && role && !role.isBuiltIn
  return (
    <Area
      title={role?.name}
      line={role && `${role.description ? `${role.description}. ` : ''}${peopleWords(role.people)} in this role.`}
      actions={mayDelete && <DeleteRole role={role} roles={roles.data?.roles ?? []} />}
    >
      <WithRoles>
        {() =>
          role ? (
            <RoleEditor key={role.id} role={role} />
          ) : (
            <section className="card">
              <EmptyState title="There is no such role">It may have been deleted.</EmptyState>
            </section>
          )
        }
      </WithRoles>
    </Area>
  )
}

function WithRoles({ children }: { children: (roles: readonly Role[]) => ReactNode }) {
  const roles = useQuery(rolesOptions())
  if (roles.data) return children(roles.data.roles)
  if (roles.isError) return <ReadError title="The roles could not be loaded" query={roles} />
  return (
    <Loading label="Loading the roles">
      <Skeleton height={320} />
    </Loading>
  )
}
