import { useState } from 'react'
import { CHANGE_LIMITS, type ChosenPeople } from '../../../shared/people-changes.ts'
import type { Person } from '../../../shared/team.ts'
import type { PeopleState } from './people-state.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** The people who are selected in the table: some, on any of its pages, or all who match. */
export interface Selection {
  size: number
  isAll: boolean
  chosen: ChosenPeople
  has(person: Person): boolean
  toggle(person: Person): void
  /** whether everybody on the page is selected, or somebody */
  page: 'all' | 'some' | 'none'
  togglePage(): void
  selectAll(): void
  clear(): void
}

type Filter = NonNullable<ChosenPeople['filter']>

/** Another search or filter begins a new selection. */
export function useSelection(
  { search, state, role, department, email }: PeopleState,
  people: readonly Person[],
  total: number,
): Selection {
  const filter: Filter = {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(state !== null && { state }),
    ...(role !== null && { role }),
    ...(department !== null && { department }),
    ...(email !== null && { email }),
  }
  const about = JSON.stringify(filter)
  const [stored, setStored] = useState({ about, isAll: false, ids: NOBODY })
  const { isAll, ids } = stored.about === about ? stored : { isAll: false, ids: NOBODY }
  const select = (next: Iterable<string>) =>
    setStored({ about, isAll: false, ids: new Set([...next].slice(0, CHANGE_LIMITS.named)) })
  const onPage = people.map(({ id }) => id)
  // Whoever takes one person out of all who match sees and keeps the rest of the page.
  const before = isAll ? new Set(onPage) : ids
  const selected = onPage.filter((id) => before.has(id)).length
  const page = selected === 0 ? 'none' : selected === onPage.length ? 'all' : 'some'
  return {
    size: isAll ? total : ids.size,
    isAll,
    chosen: isAll ? { filter } : { ids: [...ids] },
    has: ({ id }) => before.has(id),
    toggle: ({ id }) => select(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
    page,
    togglePage: () =>
      select(page === 'all' ? [...before].filter((id) => !onPage.includes(id)) : [...before, ...onPage]),
    selectAll: () => setStored({ about, isAll: true, ids: NOBODY }),
    clear: () => select([]),
  }
}
