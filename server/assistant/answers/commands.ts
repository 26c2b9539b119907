import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { type Command, COMMANDS } from '../grammar/commands.ts'
import { addressOf } from './addresses.ts'

/** Places outside the list of requests. */
const ELSEWHERE: Partial<Record<Command, string>> = {
  create: '/dashboard?modal=new-request',
  people: '/team',
  settings: '/settings',
  profile: '/profile',
  reports: '/reports',
  suggestions: '/dashboard?tab=ai-analysis',
}

/** The assistant changes nothing: it names the action and links to the place for it. */
export function commandAnswer(
  command: Command,
  request: ServiceRequest | null,
  filter: QueryFilter,
  today: string,
): { text: string; parts: AnswerPart[] } {
  const { how, place } = COMMANDS[command]
  const elsewhere = Object.hasOwn(ELSEWHERE, command) ? ELSEWHERE[command] : undefined
  const links: { label: string; href: string }[] = elsewhere === undefined ? [] : [{ label: place, href: elsewhere }]
  if (request) links.push({ label: `Open ${request.requestId}`, href: `/requests/${request.id}` })
  const list = addressOf(filter, today) ?? '/requests'
  if (!request && (elsewhere === undefined || command === 'create'))
    links.push({ label: list === '/requests' ? 'All Requests' : 'These requests', href: list })
  return { text: `Nothing has been changed: I only look things up. ${how}`, parts: [{ kind: 'links', links }] }
}
