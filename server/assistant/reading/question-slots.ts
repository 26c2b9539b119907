import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import type { People } from './people.ts'
import { Slots } from './slots.ts'
import { corrected } from './spelling.ts'
import { tokensOf, withOwners } from './tokens.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Given {
  vocabulary: Vocabulary
  people: People
  /** the office's day */
  today: string
  /** the previous query, for follow-ups */
  before?: AssistantQuery | undefined
  /** second part of the same message: a follow-up unless it has its own subject */
  isJoined?: boolean | undefined
}

export function slotsOf(question: string, { vocabulary, people, today, before }: Given) {
  const known = {
    isWord: (word: string) => vocabulary.isWord(word) || people.words.has(word),
    grammar: vocabulary.correctable(people.words),
  }
  const { tokens, corrections } = corrected(
    withOwners(tokensOf(question), (word) => people.words.has(word) && !vocabulary.isWord(`${word}s`)),
    known,
  )
  const slots = new Slots(tokens, vocabulary.lexicon, people, today)
  if (before) addPronouns(slots, before.filter)
  return { slots, corrections }
}

/** "he" and "she" refer to the only person of the previous question. */
function addPronouns(slots: Slots, { assignee = [], requester = [] }: QueryFilter): void {
  const [id, ...others] = [...new Set([...assignee, ...requester])].filter(
    (one) => one !== 'me' && one !== 'unassigned',
  )
  if (id === undefined || others.length > 0 || slots.all.some(({ people }) => people)) return
  slots.tokens.forEach(({ word }, i) => {
    if (/^(he|she|him)$/.test(word))
      slots.all.push({ at: i, end: i + 1, meanings: [], people: { ids: [id], name: word }, isUsed: false })
  })
  slots.all.sort((a, b) => a.at - b.at)
}
