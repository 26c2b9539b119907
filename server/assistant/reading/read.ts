import type { AssistantQuery } from '../../../shared/assistant/query.ts'
import type { Command } from '../grammar/commands.ts'
import { type Ask, askIn } from './asks.ts'
import { isEllipticalFollowUp, hasOwnSubject, isFollowUp, isSecondPart } from './follow-up.ts'
import { withoutUndefined } from '../../../shared/assistant/without-undefined.ts'
import { framesIn, type Frames } from './frames.ts'
import { unresolvedPronouns, unparsedWords } from './unparsed-words.ts'
import { negatedIn } from './negation.ts'
import { claimWords } from './sides.ts'
import type { Slots } from './slots.ts'
import type { Correction } from './spelling.ts'
import { coverage } from './coverage.ts'
import { searchFor, topicIn } from './topic.ts'
import { fallbackTopic } from './fallback-topic.ts'
import { type LooseWord, looseIn } from './loose-words.ts'
import { readPeople, type PeopleRead } from './people-filter.ts'
import { asksForOldest, OPEN, strengthOf } from './subject.ts'
import { type Given, slotsOf } from './question-slots.ts'
import { restrictionsIn, withUsualStatus, peopleSides } from './restrictions.ts'
import { builtQuery } from './build-query.ts'

/** A question as parsed by the grammar. */
export interface ReadQuestion extends Frames {
  /** null where the question is not about requests */
  query: AssistantQuery | null
  /** number of explicit parts of the query: filters, groups, orders, measures */
  strength: number
  isFollowUp: boolean
  /** a follow-up without a word that says so: "which is the oldest?" */
  isEllipticalFollowUp: boolean
  /** it names requests, not "ones" */
  hasSubject: boolean
  /** the search words */
  topic: string | undefined
  /** the topic was guessed from its position */
  isLooseTopic: boolean
  /** the first period, as typed */
  period: string | undefined
  leftOut: string[]
  corrections: Correction[]
  who: Pick<PeopleRead, 'unclear' | 'unsaid'>
  /** share of the question's words that the reading uses, from 0 to 1 */
  coverage: number
  /** "the oldest" was restricted to open requests by default */
  isOldestOfOpen: boolean
  /** vague words that were read precisely: "urgent" */
  loose: LooseWord[]
  /** asks about the future, but not about due dates */
  isAhead: boolean
  command: Command | undefined
  /** about how the work is spread across people */
  isWorkload: boolean
  /** asks for the duration of a step of the process, for which times are published */
  isStep: boolean
  /** names a stage of the processing time */
  isStaged: boolean
}

export function readQuestion(question: string, given: Given): ReadQuestion {
  const { slots, corrections } = slotsOf(question, given)
  const frames = framesIn(slots)
  const quoted = topicIn(slots, question)
  const negated = negatedIn(slots)
  const ask = askIn(slots)
  const who = readPeople(slots, negated)
  const before = lastAsked(slots, ask, given)
  const parts = { slots, negated, ask, before, today: given.today }
  const { filter: values, sides, isCompared, isAhead } = restrictionsIn(parts, who.filter)
  newestIn(slots, ask)
  const loose = quoted === undefined ? fallbackTopic(slots, question) : undefined
  const topic = quoted ?? loose
  const search = topic === undefined ? {} : { search: searchFor(slots, topic) }
  const named = withUsualStatus(parts, withoutUndefined({ ...values, ...search }))
  const isOldestOfOpen = before === undefined && asksForOldest(slots, ask, named)
  const filter = isOldestOfOpen ? { ...named, status: [...OPEN] } : named
  const allSides = sides.length > 1 ? sides : peopleSides(filter, isCompared)
  if (allSides.length > 1) claimWords(slots)
  const strength = strengthOf(named) + allSides.length + askStrength(ask)
  const query = builtQuery(parts, filter, allSides, strength)
  return {
    ...frames,
    query,
    strength,
    isFollowUp: before !== undefined,
    isEllipticalFollowUp: before !== undefined && given.isJoined !== true && isEllipticalFollowUp(slots),
    hasSubject: hasOwnSubject(slots),
    topic,
    isLooseTopic: loose !== undefined,
    period: periodIn(slots, question),
    leftOut: [...(before ? [] : unresolvedPronouns(slots)), ...unparsedWords(slots, question)],
    corrections: corrections.filter(({ typed }) => topic?.includes(typed) !== true),
    who,
    coverage: coverage(slots),
    isOldestOfOpen,
    loose: looseIn(slots),
    isAhead,
    isWorkload: ask.isWorkload === true,
    isStaged: slots.has('stage'),
    isStep: isStep(slots, ask),
  }
}

/** The query that the question follows up, if any. */
function lastAsked(slots: Slots, ask: Ask, { before, isJoined = false }: Given): AssistantQuery | undefined {
  if (before === undefined) return undefined
  return (isJoined && isSecondPart(slots, ask)) || isFollowUp(slots, ask) ? before : undefined
}

function askStrength({ group, sort, isTrend, isWorkload, measure }: Ask): number {
  return [group, sort, isTrend, isWorkload, measure === 'duration', measure === 'share'].filter(Boolean).length
}

function isStep(slots: Slots, ask: Ask): boolean {
  return (
    slots.has('step') &&
    slots.first('statistic')?.meaning.statistic !== 'average' &&
    (ask.measure === 'duration' || slots.all.some(({ quantity }) => quantity))
  )
}

/** "the new ones" are the newest, if no period is named. */
function newestIn(slots: Slots, ask: Ask): void {
  if (ask.measure !== 'list' || ask.sort || ask.group) return
  for (const { slot, meaning } of slots.of('event')) {
    if (slot.isUsed || meaning.event !== 'created') continue
    slot.isUsed = true
    ask.sort = 'newest'
  }
}

function periodIn(slots: Slots, question: string): string | undefined {
  const slot = slots.all.find(({ period }) => period)
  return slot && slots.text(slot.at, slot.end, question)
}
