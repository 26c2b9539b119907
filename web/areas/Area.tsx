import type { ReactNode } from 'react'
import { Lock } from 'lucide-react'
import { useLocation } from 'react-router'
import type { Permission } from '../../shared/permissions.ts'
import { titleOf } from '../pages.ts'
import { useSession } from '../session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Note } from '../ui/Note.tsx'
import { PageHead } from '../ui/PageHead.tsx'

export interface AreaProps {
  /** Without it the page says that access is restricted. */
  needs?: Permission
  /** Who may come in, for those who may not. */
  restricted?: string
  /** at the right of the heading */
  actions?: ReactNode
  children: ReactNode
}

/** A screen with its heading, for those who may see it. The server refuses its data to everybody else anyway. */
export function Area({ needs, restricted, actions, children }: AreaProps) {
  const title = titleOf(useLocation().pathname) ?? ''
  const permissions = useSession()?.user.permissions ?? []
  return (
    <>
      <PageHead title={title} actions={actions} />
      {needs && !permissions.includes(needs) ? (
        <section className="card pad">
          <Note tone="blue" icon={Lock} title="Access restricted">
            <p>{restricted}</p>
          </Note>
        </section>
      ) : (
        children
      )}
    </>
  )
}

export function NothingYet({ children }: { children: string }) {
  return (
    <section className="card">
      <EmptyState title="Nothing here yet">{children}</EmptyState>
    </section>
  )
}
