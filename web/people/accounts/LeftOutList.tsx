import type { LeftOut } from '../../../shared/people-changes.ts'
import { peopleWords } from '../roles/people-words.ts'
import { count } from '../../ui/count.ts'
import { Note } from '../../ui/Note.tsx'
import { REASON_WORDS } from './several-words.ts'

/** Who is left out of a change, by reason. */
export function LeftOutList({ groups }: { groups: readonly LeftOut[] }) {
  if (groups.length === 0) return null
  return (
    <Note tone="amber">
      <ul aria-label="Left out">
        {groups.map(({ reason, people, names }) => (
          <li key={reason}>
            <b>{peopleWords(people)} left out</b>: {REASON_WORDS[reason]}.{' '}
            <bdi className="soft">{namesOf(names, people)}</bdi>
          </li>
        ))}
      </ul>
    </Note>
  )
}

function namesOf(names: readonly string[], people: number): string {
  if (names.length === 0) return ''
  const more = people - names.length
  if (more === 0) return names.join(', ')
  return `${names.join(', ')} and ${more === 1 ? '1 other' : `${count(more)} others`}`
}
