import { TriangleAlert } from 'lucide-react'
import { dutyConflictsOf } from '../../../shared/duties.ts'
import type { Permission } from '../../../shared/permissions.ts'
import { Note } from '../../ui/Note.tsx'
import { peopleWords } from './people-words.ts'

/** Warns of conflicting duties that these permissions combine. */
export function DutyNotes({ permissions, people }: { permissions: readonly Permission[]; people: number }) {
  const conflicts = dutyConflictsOf(permissions)
  if (conflicts.length === 0) return null
  const who = people === 0 ? 'Nobody has this role yet.' : `It concerns ${peopleWords(people)}.`
  return (
    <Note tone="amber" icon={TriangleAlert} title="Conflicting duties">
      <ul className="stack gap-1">
        {conflicts.map(({ id, title, why }) => (
          <li key={id}>
            <b>{title}.</b> {why}
          </li>
        ))}
      </ul>
      <p>{who} A warning only: the role can be saved.</p>
    </Note>
  )
}
