import { PersonChoice } from './PersonChoice.tsx'
import { say } from '../../../shared/texts/say.ts'

interface AssigneeChoiceProps {
  /** an id, "unassigned", or null for anyone */
  chosen: string | null
  nameOf?: (id: string) => string | undefined
  onChoose: (id: string | null) => void
}

/** The assignee to filter by. Stands with a `PeopleMissing`, like every list of people. */
export function AssigneeChoice(props: AssigneeChoiceProps) {
  return (
    <PersonChoice label={say('Assigned to')} special={{ value: 'unassigned', label: say('Unassigned') }} {...props} />
  )
}
