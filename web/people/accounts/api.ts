import { queryOptions } from '@tanstack/react-query'
import type { Roles } from '../../../shared/roles.ts'
import type { Deactivated, Invited, NewPerson, PeopleList, Person, PersonChange } from '../../../shared/team.ts'
import { del, patch, post, put } from '../../client/api.ts'
import { checkSession } from '../../client/check-session.ts'
import { queryClient, refresh } from '../../client/query.ts'
import { currentSession } from '../../client/session.ts'
import { peopleQuery, type PeopleState } from './people-state.ts'

const PEOPLE = '/api/people'

const address = (id: string) => `${PEOPLE}/${encodeURIComponent(id)}`

/** Others change accounts too, so a page is refetched on every mount. */
export function peopleOptions(state: PeopleState) {
  return queryOptions<PeopleList>({ queryKey: [`${PEOPLE}?${peopleQuery(state)}`], refetchOnMount: 'always' })
}

/** People found by an address, and by longer ones that contain it. */
export function sameAddressOptions(email: string) {
  const query = new URLSearchParams({ limit: '100', search: email })
  return queryOptions<PeopleList>({ queryKey: [`${PEOPLE}?${query}`] })
}

export function personOptions(id: string) {
  return queryOptions<Person>({ queryKey: [address(id)], refetchOnMount: 'always' })
}

export function rolesOptions() {
  return queryOptions<Roles>({ queryKey: ['/api/roles'], refetchOnMount: 'always' })
}

/** Caches the changed account, and refetches whatever else shows it. */
export function personChanged(person?: Person): void {
  if (person) queryClient.setQueryData([address(person.id)], person)
  void refresh(PEOPLE, '/api/users', '/api/roles')
  // One's own name is also in the session.
  if (person && person.id === currentSession()?.user.id) checkSession()
}

/** An account was deleted: its own address must not be refetched. */
export function personGone(): void {
  void refresh(`${PEOPLE}?`, '/api/users', '/api/roles')
}

export function invite(person: NewPerson, attempt: object): Promise<Invited> {
  return post(PEOPLE, person, { attempt })
}

export function editPerson(id: string, change: PersonChange): Promise<Person> {
  return patch(address(id), change)
}

export function deactivate(id: string, handOverTo?: string | null): Promise<Deactivated> {
  return put(`${address(id)}/deactivation`, handOverTo === undefined ? {} : { handOverTo })
}

export function reactivate(id: string): Promise<Person> {
  return del(`${address(id)}/deactivation`)
}

export function makeLink(id: string, attempt: object): Promise<Invited> {
  return post(`${address(id)}/links`, undefined, { attempt })
}

export function withdrawInvitation(id: string): Promise<void> {
  return del(`${address(id)}/invitation`)
}

export function endSessions(id: string): Promise<void> {
  return del(`${address(id)}/sessions`)
}
