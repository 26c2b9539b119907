import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../../shared/people.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { peopleOptions } from '../common/api.ts'
import type { ListState } from '../common/list-state.ts'

const NONE: readonly ServiceRequest[] = []

/**
 * Names of the people in the list's filters; fetched only if there is such a filter.
 * @param requests the shown ones: they name people whose accounts are not active
 */
export function useNameOf(state: ListState, requests = NONE): (id: string) => string | undefined {
  const named = state.assignedTo !== null || (state.requester !== null && state.requester !== 'me')
  const people = useQuery({ ...peopleOptions(), enabled: named })
  return (id) => fullName(people.data?.find((person) => person.id === id) ?? personIn(requests, id)) || undefined
}

function personIn(requests: readonly ServiceRequest[], id: string) {
  const assigned = requests.find(({ assignedToId }) => assignedToId === id)
  return assigned ? assigned.assignedTo : requests.find(({ requesterId }) => requesterId === id)?.requester
}
