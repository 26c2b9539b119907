import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { EVENTS, type Event } from '../../../shared/assistant/words.ts'
import type { Command } from '../grammar/commands.ts'
import { type Ask, askIn } from './asks.ts'
import { goOn, hasOwnSubject, isFollowUp, isSecondPart, mergedFilter, withoutUndefined } from './follow-up.ts'
import { framesIn, type Frames } from './frames.ts'
import { leftOutOf } from './leftovers.ts'
import { negatedIn } from './negation.ts'
import { People } from './people.ts'
import { isComparison, sidesIn, claimWords } from './sides.ts'
import { type Slot, Slots } from './slots.ts'
import { type Correction, corrected } from './spelling.ts'
import { timesIn } from './times.ts'
import { tokensOf } from './tokens.ts'
import { looseTopic, topicIn } from './topic.ts'
import { freeUntraced } from './traces.ts'
import { valuesIn } from './values.ts'
import type { Vocabulary } from './vocabulary.ts'
import { whoIn, type WhoRead } from './who.ts'
import { withEach, queryOf } from './query-of.ts'
import { hasSubject, isDueSoon, isAtWork, strengthOf, isAboutAll } from './subject.ts'

/** A question as the grammar takes it. */
export interface ReadQuestion extends Frames {
  /** null: nothing is asked of the requests */
  query: AssistantQuery | null
  /** how much of the query was said: filters, groups, orders, measures of their own */
  strength: number
  isFollowUp: boolean
  /** it names requests, not "ones" */
  hasSubject: boolean
  /** words of what is looked for */
  topic: string | undefined
  /** the topic was guessed from where it stands */
  isLooseTopic: boolean
  /** the first time named, as it was typed */
  period: string | undefined
  leftOut: string[]
  corrections: Correction[]
  who: Pick<WhoRead, 'unclear' | 'unsaid'>
  /** words taken more narrowly than they are meant: "urgent" */
  loose: string[]
  /** what is asked lies ahead, and isn't a due date */
  isAhead: boolean
  command: Command | undefined
  /** about how the work is spread across people */
  isWorkload: boolean
  /** how long a step of the process takes, for which times are published */
  isStep: boolean
  /** names a part of the time that a request takes */
  isStaged: boolean
}

interface Given {
  vocabulary: Vocabulary
  people: People
  /** the office's day */
  today: string
  /** what was asked before, for a question that goes on from it */
  before?: AssistantQuery | undefined
  /** it was asked in one breath with the one before, so that it goes on from it unless it names requests of its own */
  isJoined?: boolean | undefined
}

export function readQuestion(
  question: string,
  { vocabulary, people, today, before, isJoined = false }: Given,
): ReadQuestion {
  const known = {
    isWord: (word: string) => vocabulary.isWord(word) || people.words.has(word),
    grammar: vocabulary.correctable(people.words),
  }
  const { tokens, corrections } = corrected(tokensOf(question), known)
  const slots = new Slots(tokens, vocabulary.lexicon, people, today)
  if (before) addPronouns(slots, before.filter)
  const frames = framesIn(slots)
  const quoted = topicIn(slots, question)
  const negated = negatedIn(slots)
  const ask = askIn(slots)
  const who = whoIn(slots, negated)
  const follows = before !== undefined && ((isJoined && isSecondPart(slots, ask)) || isFollowUp(slots, ask))
  const isCompared = isComparison(slots)
  const sides = isCompared ? sidesIn(slots, negated) : []
  const values: QueryFilter = { ...valuesIn(slots, negated), ...who.filter }
  const context = follows ? mergedFilter(before.filter, values, narrowing(slots, negated)) : values
  const times = timesIn({
    slots,
    negated,
    today,
    filter: context,
    isComparison: isCompared || ask.isTrend === true,
    usual: follows ? (eventOf(before.filter) ?? usualEvent(ask.isSaid ? ask : before, slots)) : usualEvent(ask, slots),
    before: follows ? before.filter : undefined,
  })
  newestIn(slots, ask)
  const loose = quoted === undefined ? looseTopic(slots, question) : undefined
  const topic = quoted ?? loose
  const said: QueryFilter = withoutUndefined({
    ...values,
    ...times.filter,
    ...(topic !== undefined && { search: topic }),
  })
  const allSides = sides.length > 1 ? sides : times.sides.length > 1 ? times.sides : peopleSides(said, isCompared)
  if (allSides.length > 1) claimWords(slots)
  if (isDueSoon(said, today) && !(follows && before.filter.status)) said.status = ['pending', 'in_progress']
  if (isAtWork(slots, said)) said.status = ['pending', 'in_progress']
  const strength =
    strengthOf(said) +
    allSides.length +
    [ask.group, ask.sort, ask.isTrend, ask.isWorkload, ask.measure === 'duration', ask.measure === 'share'].filter(
      Boolean,
    ).length
  const filter = follows ? mergedFilter(before.filter, said, narrowing(slots, negated)) : said
  const fresh = () => queryOf({ ask, filter: said, sides: allSides, slots, today })
  const built = follows ? goOn(before, filter, ask, allSides) : fresh()
  const isNothing =
    (strength === 0 && !isAboutAll(slots, ask) && !(follows && (ask.isSaid || ask.order))) ||
    !(follows || hasSubject(slots, said, ask))
  const query = isNothing ? null : withEach(slots, built)
  if (query) freeUntraced(slots, query, negated)
  return {
    ...frames,
    query,
    strength,
    isFollowUp: follows,
    hasSubject: hasOwnSubject(slots),
    topic,
    isLooseTopic: loose !== undefined,
    period: periodIn(slots, question),
    leftOut: leftOutOf(slots, question),
    corrections: corrections.filter(({ typed }) => topic?.includes(typed) !== true),
    who,
    loose: looseIn(slots),
    isAhead: times.isAhead,
    command: frames.command,
    isWorkload: ask.isWorkload === true,
    isStaged: slots.has('stage'),
    isStep:
      slots.has('step') &&
      slots.first('statistic')?.meaning.statistic !== 'average' &&
      (ask.measure === 'duration' || slots.all.some(({ quantity }) => quantity)),
  }
}

/** "the new ones" are the newest, where no time is named. */
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

/** "he" and "she" are the one person of the question before. */
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

/** "Compare Elena with Daniel": each by themselves. */
function peopleSides(filter: QueryFilter, isCompared: boolean): QueryFilter[] {
  if (!isCompared) return []
  for (const key of ['assignee', 'requester'] as const) {
    const ids = filter[key]
    if (ids && ids.length > 1) return ids.map((id) => ({ [key]: [id] }))
  }
  return []
}

/** Durations are of what ended in a time, and so is punctuality. */
function usualEvent(
  { measure, stage, sort }: Pick<Ask, 'measure' | 'stage' | 'sort'>,
  slots: Slots,
): Event | undefined {
  if (sort === 'slowest' || sort === 'fastest') return 'completed'
  if (slots.first('rate')?.meaning.late !== undefined) return 'completed'
  if (measure !== 'duration') return undefined
  return stage === 'review' ? 'started' : stage === 'age' || stage === 'delay' ? undefined : 'completed'
}

/** The event whose days were asked for before. */
function eventOf(filter: QueryFilter): Event | undefined {
  return EVENTS.find((event) => filter[`${event}From`] !== undefined || filter[`${event}To`] !== undefined)
}

/** Fields of which only something is taken out. */
function narrowing(slots: Slots, negated: ReadonlySet<Slot>): Set<keyof QueryFilter> {
  const keys = new Set<keyof QueryFilter>()
  for (const slot of negated)
    for (const { kind } of slot.meanings)
      if (kind === 'status' || kind === 'priority' || kind === 'department' || kind === 'type') keys.add(kind)
  return slots.all.length > 0 ? keys : new Set()
}

function looseIn(slots: Slots): string[] {
  return [...slots.of('priority')]
    .filter(({ slot, meaning }) => meaning.isLoose && slot.isUsed)
    .map(({ slot }) => slots.word(slot.at))
}
