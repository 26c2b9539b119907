import { fold } from '../../shared/fold.ts'
import type { RequestListQuery } from '../../shared/requests.ts'
import { listRequests } from '../requests/list/service.ts'
import { aboutLast, aboutOne } from './one-request.ts'
import { type Answer, type Asked, cards, link, OPEN, plain, SHOWN } from './asked.ts'
import { grouped, listing, narrowed, workload } from './counting.ts'
import { capabilities, GUIDE, NOT_UNDERSTOOD } from './guide.ts'
import { compared, durations, summary } from './periods.ts'
import { listPeople } from './queries.ts'
import type { Reading } from './reading.ts'

/** Everything is counted through the list of requests, so an answer tells no more than the list would. */
export async function answer(intent: string, asked: Asked): Promise<Answer> {
  const { actor, topic } = asked
  const reading = await withPerson(asked)
  asked = { ...asked, reading }
  const isManager = actor.permissions.has('dashboard.view')
  const number = reading.numbers[0] ?? (reading.isFollowUp ? topic.requestId : undefined)
  const hasFilter = Object.keys(reading.filter).length > 0
  if (number !== undefined && (reading.numbers.length > 0 || ABOUT_ONE.has(intent))) return aboutOne(asked, number)
  if (reading.narrows && hasFilter && topic.filter && intent !== 'compare-periods') return narrowed(asked)
  switch (intent) {
    case 'request-status':
    case 'rejected-why':
      return aboutLast(asked, intent === 'rejected-why' ? { status: ['rejected'] } : {})
    case 'my-open':
      return listing(asked, hasFilter ? reading.filter : OPEN, true)
    case 'overdue':
      return reading.groupBy && reading.groupBy !== 'person'
        ? grouped(asked, { ...withoutOwn(reading.filter, reading.groupBy), overdue: 'true' })
        : listing(
            asked,
            reading.filter.dueFrom ? reading.filter : { ...reading.filter, overdue: 'true' },
            reading.isMine,
          )
    case 'count-requests':
      return reading.groupBy && reading.groupBy !== 'person'
        ? grouped(asked, withoutOwn(reading.filter, reading.groupBy))
        : listing(asked, reading.filter, reading.isMine)
    case 'workload':
      if (reading.filter.assignedTo) return listing(asked, { ...OPEN, ...reading.filter }, false)
      return reading.groupBy === 'department' ? grouped(asked, { ...OPEN, ...reading.filter }) : workload(asked)
    case 'compare-periods':
      return compared(asked)
    case 'find-requests':
      return found(asked)
    case 'summary':
      return summary(asked)
    case 'estimate':
    case 'review-duration':
      return durations(asked)
    case 'capabilities':
      return plain(capabilities(isManager), topic)
    default:
      return Object.hasOwn(GUIDE, intent)
        ? plain(GUIDE[intent]!, topic)
        : { ...plain(NOT_UNDERSTOOD, topic), understood: false }
  }
}

/** What is counted by department isn't narrowed to one as well. */
function withoutOwn(filter: RequestListQuery, key: 'department' | 'status' | 'priority'): RequestListQuery {
  const { [key]: _own, ...rest } = filter
  return rest
}

/** Whom one may ask for by name: anybody the page lists, and at most so many. */
const PEOPLE = 2000

/** "How busy is Daniel?": a name in a manager's question, as the person it belongs to if there is only one. */
async function withPerson({ deps, actor, question, reading }: Asked): Promise<Reading> {
  if (!actor.permissions.has('dashboard.view') || reading.filter.assignedTo !== undefined) return reading
  const text = ` ${fold(question).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const people = (await listPeople(deps.db.read, PEOPLE)).map(({ id, first_name, last_name }) => {
    const [first, last] = [fold(first_name), fold(last_name)]
    return { id, whole: text.includes(` ${first} ${last} `), part: first.length > 2 && text.includes(` ${first} `) }
  })
  const whole = people.filter((person) => person.whole)
  const meant = whole.length > 0 ? whole : people.filter((person) => person.part)
  return meant.length === 1 ? { ...reading, filter: { ...reading.filter, assignedTo: meant[0]!.id } } : reading
}

const ABOUT_ONE = new Set([
  'request-status',
  'rejected-why',
  'estimate',
  'review-duration',
  'find-requests',
  'who-to-ask',
])

async function found(asked: Asked): Promise<Answer> {
  const words = wordsOf(asked.question)
  if (words === '') return plain('Which words should I look for?', asked.topic)
  const { requests, total } = await listRequests(asked.deps, asked.actor, { search: words, limit: SHOWN })
  if (total === 0) return plain(`I found no request about “${words}”.`, {})
  const text = `${total === 1 ? 'One request mentions' : `${total.toLocaleString('en')} requests mention`} “${words}”.`
  const topic = { requestId: total === 1 ? requests[0]!.requestId : undefined, filter: { search: words } }
  return { text, parts: [cards(requests), link('Show them in the list', { search: words })], topic, understood: true }
}

const ASKING =
  /^.*?\b(mentions?|about|regarding|search( for)?|find( requests)?( about| on)?|look for( anything on)?|request for|ask(ed)? for|similar to|anything on)\b/i

/** What is looked for: what follows the verb of asking. */
function wordsOf(question: string): string {
  const rest = question.replace(ASKING, '').replace(/\b(before|already|please|requests?|the|an?)\b/gi, ' ')
  return rest
    .replace(/[?!.“”"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
}
