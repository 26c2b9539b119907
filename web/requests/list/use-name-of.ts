import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../../shared/people.ts'
import { peopleOptions } from '../../vocabulary/api.ts'
import type { ListState } from '../../vocabulary/list-state.ts'

/** Names of the people in the list's filters; fetched only if there is such a filter. */
export function useNameOf(state: ListState): (id: string) => string | undefined {
  const named = state.assignedTo !== null || (state.requester !== null && state.requester !== 'me')
  const people = useQuery({ ...peopleOptions(), enabled: named })
  return (id) => fullName(people.data?.find((person) => person.id === id)) || undefined
}
