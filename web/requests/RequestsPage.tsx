import { useQuery } from '@tanstack/react-query'
import { count } from '../ui/count.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { listOptions } from './api.ts'
import { NewRequestLink } from './NewRequestLink.tsx'
import { RequestList } from './RequestList.tsx'
import { useActor } from './use-actor.ts'
import { useLast } from './use-last.ts'
import { useListState } from './use-list-state.ts'

/** How many requests the list has; the answer is the list's own. */
function Count() {
  const [state] = useListState()
  const list = useQuery({ ...listOptions(state), enabled: false })
  const data = useLast(list.data)
  if (!data) return null
  const total = count(data.total)
  return `${data.exact ? '' : 'More than '}${total} ${data.total === 1 ? 'request' : 'requests'}`
}

export default function RequestsPage() {
  const actor = useActor()
  return (
    <>
      <PageHead
        title="All Requests"
        line={<Count />}
        actions={actor.permissions.has('requests.create') && <NewRequestLink />}
      />
      <RequestList />
    </>
  )
}
