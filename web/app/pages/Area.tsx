import type { ReactNode } from 'react'
import { ChevronLeft, Lock } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../client/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { maySee, pageOf, titleOf } from './pages.ts'
import { say } from '../../../shared/texts/say.ts'

interface AreaProps {
  title?: string
  line?: ReactNode
  actions?: ReactNode
  back?: string
  children: ReactNode
}

/**
 * A screen with its heading, for those who may see it. The server refuses its data to everybody else anyway.
 * @param props.title replaces the page's own title, for the page of a single item
 * @param props.line below the heading
 * @param props.actions at the right of the heading
 * @param props.back address of the parent page, including its query
 */
export function Area({ title, line, actions, back, children }: AreaProps) {
  const { pathname } = useLocation()
  const page = pageOf(pathname)
  const above = pathname.replace(/\/+$/, '').replace(/\/[^/]+$/, '')
  const permissions = useSession()?.user.permissions ?? []
  const isShown = maySee(page?.needs, permissions)
  return (
    <>
      {above && (
        <p className="way-back">
          <Link to={back ?? above}>
            <Icon of={ChevronLeft} size="s" />
            {titleOf(above)}
          </Link>
        </p>
      )}
      <PageHead
        title={(isShown && title) || (titleOf(pathname) ?? '')}
        line={isShown && line}
        actions={isShown && actions}
      />
      {isShown ? (
        children
      ) : (
        <section className="card padded">
          <Note tone="blue" icon={Lock} title={say('Access restricted')}>
            <p>{page?.restricted && say(page.restricted)}</p>
          </Note>
        </section>
      )}
    </>
  )
}
