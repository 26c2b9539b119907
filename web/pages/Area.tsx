import type { ReactNode } from 'react'
import { Lock } from 'lucide-react'
import { useLocation } from 'react-router'
import { useSession } from '../client/session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Note } from '../ui/Note.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { pageOf } from './pages.ts'

/**
 * A screen with its heading, for those who may see it. The server refuses its data to everybody else anyway.
 * @param actions at the right of the heading
 */
export function Area({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const page = pageOf(useLocation().pathname)
  const permissions = useSession()?.user.permissions ?? []
  return (
    <>
      <PageHead title={page?.title ?? ''} actions={actions} />
      {page?.needs && !permissions.includes(page.needs) ? (
        <section className="card pad">
          <Note tone="blue" icon={Lock} title="Access restricted">
            <p>{page.restricted}</p>
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
