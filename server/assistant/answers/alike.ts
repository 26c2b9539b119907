import type { Actor } from '../../platform/actor.ts'
import { findSimilar } from '../../ai/similarity/service.ts'
import { getRequest } from '../../requests/service.ts'
import { listWithCorrection } from '../../requests/list/service.ts'
import type { Deps } from '../deps.ts'
import { listAddress, linkTo } from './addresses.ts'
import { type Answer, cards, DEFAULT_ROWS } from './query-context.ts'
import { findOne } from './one-request.ts'

interface Asker {
  deps: Deps
  actor: Actor
}

/** Requests similar to a named one or to a text, from the index; a word search while the index is being built. */
export async function similarAnswer(asker: Asker, typed: string | undefined, text: string): Promise<Answer> {
  const own = typed === undefined ? null : await findOne(asker, typed)
  if (typed !== undefined && !own)
    return { text: `There is no request ${typed.toUpperCase()} that you can see.`, parts: [], topic: {} }
  const { deps, actor } = asker
  const call = own
    ? { title: own.title, description: own.description, requestId: own.id, limit: DEFAULT_ROWS }
    : { title: text, description: '', limit: DEFAULT_ROWS }
  const { ready, requests } = await findSimilar(deps, actor, call)
  const subject = own ? own.requestId : `“${text}”`
  const words = own ? own.title : text
  if (!ready || requests.length === 0) return byWords(asker, words, subject, ready, own?.id)
  const matches = await Promise.all(requests.map(({ id }) => getRequest(deps, actor, id)))
  const doubles = requests.filter(({ possibleDuplicate }) => possibleDuplicate).map(({ requestId }) => requestId)
  const lead =
    doubles.length > 0
      ? `${doubles.join(' and ')} may ask for the same as ${subject}.`
      : `Nothing asks for just the same as ${subject}.`
  const more =
    requests.length === 1
      ? 'This request is similar:'
      : `These ${requests.length} requests are similar, the most alike first:`
  return { text: `${lead} ${more}`, parts: [cards(matches)], topic: { requestId: own?.requestId } }
}

async function byWords(
  { deps, actor }: Asker,
  words: string,
  subject: string,
  isReady: boolean,
  ownId?: string,
): Promise<Answer> {
  const list = await listWithCorrection(deps, actor, { search: words, limit: DEFAULT_ROWS })
  const requests = list.requests.filter(({ id }) => id !== ownId)
  const note = isReady ? '' : ' The index of similar requests is still being filled, so I looked for the words alone.'
  if (requests.length === 0)
    return { text: `There is no request similar to ${subject} that you can see.${note}`, parts: [], topic: {} }
  const text = `Nothing asks for just the same as ${subject}; these are similar in their words.${note}`
  return {
    text,
    parts: [cards(requests), ...linkTo('Show them in the list', listAddress({ search: list.corrected ?? words }))],
    topic: {},
  }
}
