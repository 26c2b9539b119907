import { useQueries } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { countOptions } from '../common/api.ts'
import { type ListState, PAGE_SIZE } from '../common/list-state.ts'
import { type Chip, activeFilterChips, NO_FILTERS } from '../common/list-filters.ts'
import { NewRequestLink } from '../common/NewRequestLink.tsx'
import type { ChangeList } from '../common/use-list-state.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { useNameOf } from './use-name-of.ts'
import { say } from '../../../shared/texts/say.ts'

interface NoRequestsProps {
  state: ListState
  change: ChangeList
  /** total number of requests; above 0 if only the page is past the end */
  total: number
}

/** Offers to remove the filter whose removal finds the most: it is most likely the mistake. */
function NothingMatches({ state, change, chips }: Omit<NoRequestsProps, 'total'> & { chips: Chip[] }) {
  const counts = useQueries({
    queries: chips.map((chip) => countOptions({ ...state, ...chip.without, page: 1 })),
  })
  if (counts.some(({ isLoading }) => isLoading))
    return <Loading label={say('Looking for a filter to remove')}>{null}</Loading>
  const totals = chips.map((chip, i) => ({ chip, total: counts[i]?.data?.total ?? 0 }))
  const best = totals.toSorted((a, b) => b.total - a.total).find(({ total }) => total > 0)
  const lone = chips.length === 1
  return (
    <EmptyState
      picture="search"
      title={say('No requests found')}
      level={3}
      actions={
        <>
          {best && (
            <Button onClick={() => change(best.chip.without)}>
              {say('Remove “{value}”', { value: best.chip.value })}
            </Button>
          )}
          {(!lone || !best) && (
            <Button look="quiet" onClick={() => change(NO_FILTERS)}>
              {say('Clear all filters')}
            </Button>
          )}
        </>
      }
    >
      {lone ? say('Nothing matches this filter.') : say('Nothing matches all of these filters.')}
      {best && ' '}
      {best &&
        say('Without “{value}” there {total, plural, one {is #} other {are #}}.', {
          value: best.chip.value,
          total: best.total,
        })}
    </EmptyState>
  )
}

export function NoRequests({ state, change, total }: NoRequestsProps) {
  const actor = useActor()
  const nameOf = useNameOf(state)
  if (total > 0) {
    const last = Math.ceil(total / PAGE_SIZE)
    return (
      <EmptyState
        picture="search"
        title={say('No requests found')}
        level={3}
        actions={
          <Button onClick={() => change({ page: last })}>{say('Go to page {last}', { last: count(last) })}</Button>
        }
      >
        {say('Page {page} is past the end of the list.', { page: count(state.page) })}
      </EmptyState>
    )
  }
  const chips = activeFilterChips(state, nameOf)
  if (chips.length > 0) return <NothingMatches state={state} change={change} chips={chips} />
  const mayCreate = actor.permissions.has('requests.create')
  return (
    <EmptyState
      picture={mayCreate ? 'add' : 'page'}
      title={say('No requests found')}
      level={3}
      actions={mayCreate && <NewRequestLink />}
    >
      {say('A request says what should change in the trade system and why. It takes about three minutes.')}
    </EmptyState>
  )
}
