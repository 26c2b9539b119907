import { queryOptions } from '@tanstack/react-query'
import {
  type ChosenPeople,
  LINKS_PER_PAGE,
  type NewPeopleChange,
  type PeopleChange,
  type PeopleChangePreview,
  type PersonAction,
} from '../../../shared/people-changes.ts'
import type { Imported } from '../../../shared/people-import.ts'
import { del, get, post } from '../../client/api.ts'
import { pollEvery } from '../../client/live.ts'

const CHANGES = '/api/people/changes'
const POLL_MS = 700

/** A change of several people that somebody else's work can make outdated at any time: never taken from the cache. */
export function previewOptions(chosen: ChosenPeople, action: PersonAction | null) {
  return queryOptions<PeopleChangePreview>({
    queryKey: [`${CHANGES}/preview`, { chosen, action }],
    queryFn: () => post(`${CHANGES}/preview`, { chosen, action }),
    enabled: action !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

export const changeKey = (id: string) => [`${CHANGES}/${encodeURIComponent(id)}`]

export function changeOptions(id: string) {
  return queryOptions<PeopleChange>({
    queryKey: changeKey(id),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || data?.isFinished ? false : pollEvery(POLL_MS),
  })
}

export function startChange(change: NewPeopleChange, attempt: object): Promise<PeopleChange> {
  return post(CHANGES, change, { attempt })
}

export function stopChange(id: string): Promise<PeopleChange> {
  return del(`${CHANGES}/${encodeURIComponent(id)}`)
}

/** All links that a change has made. */
export async function linksOf({ id, total }: PeopleChange): Promise<Imported> {
  const invited: Imported['invited'] = []
  for (let page = 1; (page - 1) * LINKS_PER_PAGE < total; page++) {
    const links = await get<Imported>(`${CHANGES}/${encodeURIComponent(id)}/links?page=${page}`)
    invited.push(...links.invited)
  }
  return { invited }
}
