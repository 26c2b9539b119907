import { AssistantQuery, MAX_COMPARED, type QueryFilter } from '../../../shared/assistant/query.ts'
import type { Command } from '../grammar/commands.ts'
import { type Ask, askIn } from './asks.ts'
import { namedEvent, usualEvent } from './default-event.ts'
import {
  continuesUnsaid,
  mergeQuery,
  hasOwnSubject,
  isFollowUp,
  isSecondPart,
  mergedFilter,
  shiftEvent,
  withoutUndefined,
} from './follow-up.ts'
import { framesIn, type Frames } from './frames.ts'
import { danglingPronouns, unparsedWords } from './unparsed-words.ts'
import { negatedIn } from './negation.ts'
import { People } from './people.ts'
import { isComparison, sidesIn, claimWords } from './sides.ts'
import { type Slot, Slots } from './slots.ts'
import { type Correction, corrected } from './spelling.ts'
import { coverage } from './coverage.ts'
import { timesIn } from './times.ts'
import { tokensOf, withOwners } from './tokens.ts'
import { looseTopic, searchFor, topicIn } from './topic.ts'
import { releaseUnusedSlots } from './release-unused-slots.ts'
import { type LooseWord, looseIn, valuesIn } from './values.ts'
import type { Vocabulary } from './vocabulary.ts'
import { readPeople, type PeopleRead } from './people-filter.ts'
import { withEach, queryOf } from './query-of.ts'
import {
  hasSubject,
  asksForOldest,
  isDueSoon,
  OPEN,
  isAtWork,
  isUnclaimed,
  isOnlyWho,
  isInactive,
  strengthOf,
  isAboutAll,
} from './subject.ts'

/** A question as parsed by the grammar. */
export interface ReadQuestion extends Frames {
  /** null where the question is not about requests */
  query: AssistantQuery | null
  /** number of explicit parts of the query: filters, groups, orders, measures */
  strength: number
  isFollowUp: boolean
  /** a follow-up without a word that says so: "which is the oldest?" */
  continuesUnsaid: boolean
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

interface Given {
  vocabulary: Vocabulary
  people: People
  /** the office's day */
  today: string
  /** the previous query, for follow-ups */
  before?: AssistantQuery | undefined
  /** second part of the same message: a follow-up unless it has its own subject */
  isJoined?: boolean | undefined
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
  const loose = quoted === undefined ? looseTopic(slots, question) : undefined
  const topic = quoted ?? loose
  const search = topic === undefined ? {} : { search: searchFor(slots, topic) }
  const named = withUsualStatus(parts, withoutUndefined({ ...values, ...search }))
  const isOldestOfOpen = before === undefined && asksForOldest(slots, ask, named)
  const said = isOldestOfOpen ? { ...named, status: [...OPEN] } : named
  const allSides = sides.length > 1 ? sides : peopleSides(said, isCompared)
  if (allSides.length > 1) claimWords(slots)
  const strength = strengthOf(named) + allSides.length + askStrength(ask)
  const query = builtQuery(parts, said, allSides, strength)
  return {
    ...frames,
    query,
    strength,
    isFollowUp: before !== undefined,
    continuesUnsaid: before !== undefined && given.isJoined !== true && continuesUnsaid(slots),
    hasSubject: hasOwnSubject(slots),
    topic,
    isLooseTopic: loose !== undefined,
    period: periodIn(slots, question),
    leftOut: [...(before ? [] : danglingPronouns(slots)), ...unparsedWords(slots, question)],
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

function slotsOf(question: string, { vocabulary, people, today, before }: Given) {
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

/** The query that the question follows up, if any. */
function lastAsked(slots: Slots, ask: Ask, { before, isJoined = false }: Given): AssistantQuery | undefined {
  if (before === undefined) return undefined
  return (isJoined && isSecondPart(slots, ask)) || isFollowUp(slots, ask) ? before : undefined
}

/** Shared state of the parsing steps. */
interface Parts {
  slots: Slots
  negated: ReadonlySet<Slot>
  ask: Ask
  /** the query that the question follows up */
  before: AssistantQuery | undefined
  today: string
}

/** Parses values, people and periods, and the sides of a comparison. */
function restrictionsIn({ slots, negated, ask, before, today }: Parts, who: QueryFilter) {
  const isCompared = isComparison(slots)
  const sides = isCompared ? sidesIn(slots, negated) : []
  const values: QueryFilter = { ...valuesIn(slots, negated), ...who }
  const usual = before
    ? (namedEvent(before.filter) ?? usualEvent(ask.isSaid ? ask : before, slots))
    : usualEvent(ask, slots)
  const times = timesIn({
    slots,
    negated,
    today,
    filter: before ? mergedFilter(before.filter, values, narrowing(slots, negated)) : values,
    isComparison: isCompared || ask.isTrend === true,
    usual,
    before: before?.filter,
  })
  return {
    filter: { ...values, ...times.filter },
    sides: sides.length > 1 ? sides : times.sides,
    isCompared,
    isAhead: times.isAhead,
  }
}

/** Adds the status open where it is implied: by due dates, or by a person's present work. */
function withUsualStatus({ slots, before, today }: Parts, said: QueryFilter): QueryFilter {
  const isDue = isDueSoon(said, today) && !before?.filter.status
  const isTaking = (isUnclaimed(slots, said) || isInactive(slots, said)) && !before?.filter.status
  return isDue || isTaking || isAtWork(slots, said) ? { ...said, status: [...OPEN] } : said
}

function askStrength({ group, sort, isTrend, isWorkload, measure }: Ask): number {
  return [group, sort, isTrend, isWorkload, measure === 'duration', measure === 'share'].filter(Boolean).length
}

/** The complete query; null where the question is not about requests. */
function builtQuery(
  { slots, negated, ask, before, today }: Parts,
  said: QueryFilter,
  sides: QueryFilter[],
  strength: number,
): AssistantQuery | null {
  if (before) reorderedIn(slots, ask, before)
  const built = before
    ? mergeQuery(
        before,
        shiftEvent(slots, before, mergedFilter(before.filter, said, narrowing(slots, negated))),
        ask,
        sides,
      )
    : queryOf({ ask, filter: said, sides, slots, today })
  const goesOn = before !== undefined && (ask.isSaid || ask.order !== undefined)
  const isOfThose = before !== undefined && slots.has('those')
  if (!isOfThose && isOnlyWho(slots, said, ask)) return null
  const isEmpty = strength === 0 && !isAboutAll(slots, ask) && !goesOn
  if (isEmpty || !(before || hasSubject(slots, said, ask))) return null
  const query = withEach(slots, built)
  // "Took more than 11 years": outside the contract, so it could be neither stored nor sent.
  if (!AssistantQuery.safeParse(query).success) return null
  releaseUnusedSlots(slots, query, negated)
  return query
}

/** "And the fewest?" after a ranking reverses it. */
function reorderedIn(slots: Slots, ask: Ask, before: AssistantQuery): void {
  if (before.group === undefined || before.order === undefined || ask.group !== undefined || ask.sort !== undefined)
    return
  for (const { slot, meaning } of slots.of('order')) {
    const isSame = meaning.isShare !== true && (meaning.isDuration !== true || before.measure === 'duration')
    if (slot.isUsed || !isSame) continue
    slot.isUsed = true
    ask.order = meaning.order
  }
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

/** "he" and "she" refer to the only person of the previous question. */
function addPronouns(slots: Slots, { assignee = [], requester = [] }: QueryFilter): void {
  const [id, ...others] = [...new Set([...assignee, ...requester])].filter(
    (one) => one !== 'me' && one !== 'unassigned',
  )
  if (id === undefined || others.length > 0 || slots.all.some(({ people }) => people)) return
  slots.tokens.forEach(({ word }, at) => {
    if (/^(he|she|him)$/.test(word))
      slots.all.push({ at, end: at + 1, meanings: [], people: { ids: [id], name: word }, isUsed: false })
  })
  slots.all.sort((one, other) => one.at - other.at)
}

/** "Compare Elena with Daniel": one side for each person. */
function peopleSides(filter: QueryFilter, isCompared: boolean): QueryFilter[] {
  if (!isCompared) return []
  for (const key of ['assignee', 'requester'] as const) {
    const ids = filter[key]
    if (ids && ids.length > 1) return ids.slice(0, MAX_COMPARED).map((id) => ({ [key]: [id] }))
  }
  return []
}

/** Fields with a negated value, which narrows the previous values instead of replacing them. */
function narrowing(slots: Slots, negated: ReadonlySet<Slot>): Set<keyof QueryFilter> {
  const keys = new Set<keyof QueryFilter>()
  for (const slot of negated)
    for (const { kind } of slot.meanings)
      if (kind === 'status' || kind === 'priority' || kind === 'department' || kind === 'type') keys.add(kind)
  return slots.all.length > 0 ? keys : new Set()
}
