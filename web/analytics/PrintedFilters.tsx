import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../shared/people.ts'
import { usePrintTime } from '../ui/print-time.ts'
import { peopleOptions } from '../requests/common/api.ts'
import { type Filters, filterWords } from './filters.ts'

/** For paper, which has no filter bar: " · Department: Cybersecurity · Priority: High, Critical" */
export function PrintedFilters({ filters }: { filters: Filters }) {
  const isPrinted = usePrintTime() !== null
  const { assignee } = filters
  // Loaded before printing, which does not wait for it.
  const people = useQuery({ ...peopleOptions(), enabled: assignee !== null && assignee !== 'unassigned' })
  if (!isPrinted) return null
  const nameOf = (id: string) => fullName(people.data?.find((person) => person.id === id)) || undefined
  return filterWords(filters, nameOf).map((words) => ` · ${words}`)
}
