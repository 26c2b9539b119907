import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { type Command, COMMANDS } from '../grammar/commands.ts'
import { addressOf } from './addresses.ts'

const NEW_REQUEST = '/dashboard?modal=new-request'

/** Nothing is changed from here: what would do it, and the place where it is done. */
export function commandAnswer(
  command: Command,
  request: ServiceRequest | null,
  filter: QueryFilter,
  today: string,
): { text: string; parts: AnswerPart[] } {
  const { how } = COMMANDS[command]
  const links = []
  if (command === 'create') links.push({ label: 'New RFD Request', href: NEW_REQUEST })
  if (command === 'people') links.push({ label: 'Team Management', href: '/team' })
  if (command === 'settings') links.push({ label: 'Settings', href: '/settings' })
  if (command === 'profile') links.push({ label: 'Profile', href: '/profile' })
  if (request) links.push({ label: `Open ${request.requestId}`, href: `/requests/${request.id}` })
  const list = addressOf(filter, today) ?? '/requests'
  const isElsewhere = command === 'people' || command === 'profile' || command === 'settings'
  if (!request && !isElsewhere)
    links.push({ label: list === '/requests' ? 'All Requests' : 'These requests', href: list })
  return { text: `Nothing has been changed: I only look things up. ${how}`, parts: [{ kind: 'links', links }] }
}
