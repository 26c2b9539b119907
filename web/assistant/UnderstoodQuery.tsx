import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { chipsOf } from '../../shared/assistant/chips.ts'
import type { Chip } from '../../shared/assistant/chip.ts'
import type { AssistantQuery, Reading } from '../../shared/assistant/query.ts'
import type { NameOf } from '../../shared/assistant/words.ts'
import { questionOf } from '../../shared/assistant/question-of.ts'
import { fullName } from '../../shared/people.ts'
import { say } from '../../shared/texts/say.ts'
import { useDepartments } from '../client/departments.ts'
import { Icon } from '../ui/Icon.tsx'
import { Popover, PopoverClose } from '../ui/Popover.tsx'
import { peopleOptions } from '../requests/common/api.ts'
import { ONE_PERSON } from '../requests/common/list-filters.ts'
import type { Ask } from './ask.ts'
import styles from './asking.module.css'

interface UnderstoodQueryProps {
  query: AssistantQuery
  people: Reading['people']
  onAsk: Ask
  busy: boolean
}

/** The parsed query as filter chips, as in the list: changing or removing one asks a new question. */
export function UnderstoodQuery({ query, people, onAsk, busy }: UnderstoodQueryProps) {
  const departments = useDepartments()
  const { assignee, notAssignee, requester, notRequester } = query.filter
  const isOfPeople = [assignee, notAssignee, requester, notRequester].some((ids) => ids !== undefined)
  const { data: colleagues = [] } = useQuery({ ...peopleOptions(), enabled: isOfPeople })
  const nameOf: NameOf = (id, of) => {
    if (of === 'department') return departments.nameOf(id)
    if (id === 'me') return 'me'
    const known = people.find((person) => person.id === id)?.name
    return known ?? (fullName(colleagues.find((person) => person.id === id)) || say(ONE_PERSON))
  }
  const active = departments.active.map(({ key }) => key)
  const chips = chipsOf(query, nameOf, active, isOfPeople ? colleagues : [])
  if (chips.length === 0) return null
  const ask = (changed: AssistantQuery) => {
    if (!busy) onAsk(questionOf(changed, nameOf), changed)
  }
  return (
    <div role="group" aria-label="Understood as" className={styles.understood}>
      <span className="text-12 muted" aria-hidden="true">
        Understood as
      </span>
      {chips.map((chip) => (
        <QueryChip key={chip.key} chip={chip} onAsk={ask} busy={busy} />
      ))}
    </div>
  )
}

interface QueryChipProps {
  chip: Chip
  onAsk: (query: AssistantQuery) => void
  busy: boolean
}

function QueryChip({ chip, onAsk, busy }: QueryChipProps) {
  const { name, value, without, others } = chip
  const face = (
    <>
      <b>{name}</b> <span className="truncated">{value}</span>
    </>
  )
  return (
    <span className="chip active">
      {others.length === 0 ? face : <Values chip={chip} onAsk={onAsk} busy={busy} face={face} />}
      {without && (
        <button
          type="button"
          aria-label={`Remove filter ${name}: ${value}`}
          aria-disabled={busy || undefined}
          onClick={() => onAsk(without)}
        >
          <Icon of={X} size="s" />
        </button>
      )}
    </span>
  )
}

function Values({ chip, onAsk, busy, face }: QueryChipProps & { face: ReactNode }) {
  return (
    <Popover
      label={`Change ${chip.name}`}
      align="start"
      className={`panel ${styles.values}`}
      trigger={
        <button type="button" className={styles.value}>
          {face}
          <Icon of={ChevronDown} size="s" />
        </button>
      }
    >
      {chip.others.map(({ label, query }) => (
        <PopoverClose key={label} look="quiet" off={busy} onClick={() => onAsk(query)}>
          {label}
        </PopoverClose>
      ))}
    </Popover>
  )
}
