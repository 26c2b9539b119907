import type { Waiting } from '../../shared/notices.ts'
import { fullName } from '../../shared/people.ts'
import { agoWords } from '../ui/formats/dates.ts'
import { dueNote } from '../ui/formats/due-words.ts'
import { officeToday } from '../ui/formats/dates.ts'

export type WaitingItem = Waiting['items'][number]

/** Why something waits for the reader. */
export function waitingWords({ code, actor, dueDate, at }: WaitingItem, today = officeToday()): string {
  const near = dueNote({ status: 'pending', dueDate, completedAt: null }, today)?.text ?? ''
  switch (code) {
    case 'question':
      return `${fullName(actor) || 'Somebody'} asked you ${agoWords(at)}`
    case 'overdue':
      return `assigned to you, ${near}`
    case 'due-soon':
      return `assigned to you, due ${near}`
    case 'review':
      return `new in your department, created ${agoWords(at)}`
    default:
      // Of a newer server.
      return 'waits for you'
  }
}
