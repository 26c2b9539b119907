import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useDataOrPrevious } from '../client/own-data.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Freshness } from './common/Freshness.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { listOptions } from './common/api.ts'
import { NewRequestLink } from './common/NewRequestLink.tsx'
import { RequestList } from './list/RequestList.tsx'
import { useActor } from '../people/common/use-actor.ts'
import { listPart } from './common/list-state.ts'
import { useListState } from './common/use-list-state.ts'
import { say } from '../../shared/texts/say.ts'

const LISTS = ['/api/requests?']

/** The number of requests in the list, from the list's own query. */
function Count() {
  const [state] = useListState()
  const list = useQuery({ ...listOptions(state), enabled: false, placeholderData: keepPreviousData })
  const { shown } = useDataOrPrevious(list)
  if (!shown) return null
  const { total } = shown
  const words = shown.exact
    ? say('{total, plural, one {# request} other {# requests}}', { total })
    : say('More than {total, plural, one {# request} other {# requests}}', { total })
  return `${words} `
}

export default function RequestsPage() {
  const actor = useActor()
  const { search } = useLocation()
  const [state] = useListState()
  const { queryKey } = listOptions(state)
  return (
    <>
      <PageHead
        title={say('All Requests')}
        line={
          <span className="page-line">
            <Count />
            {/* Only the list's query: the sidebar's count is older, and none of its rows is shown. */}
            <Freshness of={(query) => query.queryKey[0] === queryKey[0]} addresses={LISTS} />
          </span>
        }
        actions={
          <>
            <PrintButton />
            {actor.permissions.has('reports.export') && (
              <Link to={`/reports?${listPart(search)}`} className={buttonClass('quiet')}>
                <Icon of={Download} />
                {say('Export')}
              </Link>
            )}
            {actor.permissions.has('requests.create') && <NewRequestLink />}
          </>
        }
      />
      <RequestList />
    </>
  )
}
