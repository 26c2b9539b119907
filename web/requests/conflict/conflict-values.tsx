import type { ReactNode } from 'react'
import type { RequestConflict } from '../../../shared/requests.ts'
import { fullName, initials } from '../../../shared/people.ts'
import type { PersonName, User } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { PriorityMark, StatusBadge } from '../common/badges.tsx'
import { EDITED_FIELDS, type EditedValues } from '../dialogs/edit-conflict.ts'
import { dateWords } from '../../ui/formats/dates.ts'
import { UNKNOWN_PERSON } from '../dialogs/edit-form.ts'
import { DepartmentName } from '../../people/common/DepartmentName.tsx'
import { DiffText } from '../common/DiffText.tsx'
import type { Piece } from '../common/word-diff.ts'
import { classes } from '../../ui/classes.ts'
import styles from './conflict-table.module.css'

export type Field = (typeof EDITED_FIELDS)[number]

export interface Sides {
  mine: EditedValues
  current: RequestConflict['current']
  people: User[]
}

export function valueOf({ wire, kind }: Field, values: EditedValues, pieces: Piece[], sides: Sides): ReactNode {
  switch (kind) {
    case 'text':
    case 'long-text':
      return <DiffText pieces={pieces} as="ins" />
    case 'status':
      return <StatusBadge status={values.status} />
    case 'priority':
      return <PriorityMark priority={values.priority} />
    case 'department':
      return <DepartmentName of={values.department} />
    case 'date':
      return dateWords(values[wire] ?? '')
    case 'person': {
      const { assignedToId } = values
      const known = assignedToId === sides.current.assignedToId ? sides.current.assignedTo : null
      const person = known ?? sides.people.find(({ id }) => id === assignedToId)
      if (assignedToId && !person) return <span className="muted">{say(UNKNOWN_PERSON)}</span>
      return <Person person={person ?? null} />
    }
  }
}

export function sameInBoth(field: Field, sides: Sides): ReactNode {
  const { current } = sides
  if (field.kind === 'long-text') return 'The same in both'
  if (field.kind === 'text') return `${current[field.wire]}, the same in both`
  return (
    <span className={classes('row wrap', styles.same)}>
      {valueOf(field, current, [], sides)}
      <span>the same in both</span>
    </span>
  )
}

function Person({ person }: { person: PersonName | null }) {
  if (!person) return <span className="muted">Unassigned</span>
  return (
    <span className="person">
      <Avatar initials={initials(person)} />
      {fullName(person)}
    </span>
  )
}
