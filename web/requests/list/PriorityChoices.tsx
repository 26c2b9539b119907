import { PRIORITIES, PRIORITY_KEYS, type Priority } from '../../../shared/request-rules.ts'
import { say } from '../../../shared/texts/say.ts'
import { Checkbox } from '../../ui/inputs.tsx'
import { PriorityMark } from '../common/badges.tsx'

interface PriorityChoicesProps {
  chosen: readonly Priority[]
  onToggle: (priority: Priority) => void
}

/** The priorities to filter by, the most urgent first. */
export function PriorityChoices({ chosen, onToggle }: PriorityChoicesProps) {
  return (
    <fieldset>
      <legend>{say('Priority')}</legend>
      {PRIORITY_KEYS.toReversed().map((priority) => (
        <Checkbox
          key={priority}
          aria-label={PRIORITIES[priority]}
          checked={chosen.includes(priority)}
          onChange={() => onToggle(priority)}
        >
          <PriorityMark priority={priority} />
        </Checkbox>
      ))}
    </fieldset>
  )
}
