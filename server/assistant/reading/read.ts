import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import { EVENTS, type Event } from '../../../shared/assistant/words.ts'
import type { Command } from '../grammar/commands.ts'
import type { Meaning } from '../grammar/meaning.ts'
import { type Ask, askIn } from './asks.ts'
import { goOn, hasOwnSubject, isFollowUp, isSecondPart, mergedFilter, withoutUndefined } from './follow-up.ts'
import { framesIn, type Frames } from './frames.ts'
import { leftOutOf } from './leftovers.ts'
import { negatedIn } from './negation.ts'
import { People } from './people.ts'
import { wholeOf } from './shares.ts'
import { isComparison, sidesIn, claimWords } from './sides.ts'
import { type Slot, Slots } from './slots.ts'
import { type Correction, corrected } from './spelling.ts'
import { timesIn, unitFor } from './times.ts'
import { tokensOf } from './tokens.ts'
import { looseTopic, topicIn } from './topic.ts'
import { freeUntraced } from './traces.ts'
import { valuesIn } from './values.ts'
import type { Vocabulary } from './vocabulary.ts'
import { whoIn, type WhoRead } from './who.ts'

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

/** "How many are pending, in progress and completed?": the number of each beside that of all. */
function withEach(slots: Slots, query: AssistantQuery): AssistantQuery {
  if (query.measure !== 'count' || query.group !== undefined || query.compare !== undefined) return query
  for (const field of ['status', 'priority', 'department'] as const) {
    const named = [...slots.of(field)].filter(({ slot }) => slot.isUsed)
    if (named.length < 2 || slots.has('or') || slots.has('not')) continue
    const values = named.map(({ meaning }) => valuesOf(meaning))
    const chosen = query.filter[field]?.length
    if (
      (chosen === undefined || values.every(({ length }) => length === 1)) &&
      (chosen ?? values.flat().length) === values.flat().length
    )
      return { ...query, group: field }
    // "open and closed requests"
    if (chosen !== undefined && chosen === values.flat().length) {
      const { [field]: _each, ...filter } = query.filter
      return { ...query, filter, compare: values.map((value) => ({ [field]: value })) }
    }
  }
  return query
}

function valuesOf(meaning: Meaning): readonly string[] {
  if (meaning.kind === 'status') return meaning.status
  if (meaning.kind === 'priority') return meaning.priority
  return meaning.kind === 'department' ? meaning.department : []
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

/** A time or a place alone asks of nothing: "what is the weather today". */
function hasSubject(slots: Slots, filter: QueryFilter, ask: Ask): boolean {
  const { status, priority, overdue, late, assignee, requester, type, search, notAssignee, dueFrom, dueTo } = filter
  const isNamed = [
    status,
    priority,
    overdue,
    late,
    assignee,
    requester,
    type,
    search,
    notAssignee,
    dueFrom,
    dueTo,
  ].some((value) => value !== undefined)
  return (
    isNamed ||
    slots.has('noun') ||
    slots.has('event') ||
    ask.measure !== 'list' ||
    ask.group !== undefined ||
    ask.sort !== undefined ||
    ask.isTrend === true ||
    ask.isWorkload === true ||
    slots.has('compare') ||
    slots.has('order') ||
    slots.has('all')
  )
}

/** What falls due from now on is still to be done. */
function isDueSoon({ status, overdue, dueFrom, dueTo }: QueryFilter, today: string): boolean {
  if (status !== undefined || overdue !== undefined || (dueFrom ?? dueTo) === undefined) return false
  return dueTo === undefined || dueTo >= today
}

/** "What is Huda working on?" is of what is still to be done, where no time is named. */
function isAtWork(slots: Slots, { assignee, status, overdue, late, ...rest }: QueryFilter): boolean {
  const words = slots.tokens.map(({ word }) => word).join(' ')
  return (
    assignee !== undefined &&
    !assignee.includes('unassigned') &&
    (status ?? overdue ?? late) === undefined &&
    !Object.keys(rest).some((key) => /(From|To|Taken)$/.test(key)) &&
    /\b(is|are|am) (\w+ ){0,3}(working on|busy with|handling|dealing with|looking after)\b|\b(works|work) on\b(?! average)/.test(
      words,
    ) &&
    !/\b(did|was|were|has|have|had)\b/.test(words)
  )
}

/** Each field counts once, and a time with both its ends, too. */
function strengthOf(filter: QueryFilter): number {
  return new Set(Object.keys(filter).map((key) => key.replace(/(From|To)$/, ''))).size
}

/** "How many requests are there?", "list all requests". */
function isAboutAll(slots: Slots, ask: Ask): boolean {
  return ask.isSaid && slots.has('noun') && (ask.measure === 'count' || slots.has('all'))
}

interface Parts {
  ask: Ask
  filter: QueryFilter
  sides: QueryFilter[]
  slots: Slots
  today: string
}

/** Growth of what is open is what came in beyond what was completed. */
function isGrowth(slots: Slots): boolean {
  return /\b(grow|grows|grew|growing|grown|shrink|shrinking|shrank|backlog|catching up|falling behind|keep up|keeping up|piling|pile|building up)\b/.test(
    slots.tokens.map(({ word }) => word).join(' '),
  )
}

function queryOf({ ask, filter: said, sides, slots, today }: Parts): AssistantQuery {
  const filter = { ...said }
  let { measure, group, limit, order, sort } = ask
  for (const side of sides) for (const key of Object.keys(side) as (keyof QueryFilter)[]) delete filter[key]
  const isPace = /\b(faster|slower|quicker|longer|shorter|sooner|fast|slow|quickly|speed)\b/.test(
    slots.tokens.map(({ word }) => word).join(' '),
  )
  if (sides.length > 1 && isPace) measure = 'duration'
  // Waiting for the first review is what is measured, not a status.
  if (measure === 'duration' && ask.stage === 'review' && filter.status?.join() === 'pending') delete filter.status
  if (measure === 'share') {
    const of = rateOf(slots, filter) ?? wholeOf(slots, filter)
    // "share per department": each group's part of all is its number.
    if (group && JSON.stringify(of) === JSON.stringify(filter))
      return withoutUndefined({ measure: 'count', filter, group, order, limit })
    return withoutUndefined({ measure, filter, of, group, order, limit })
  }
  if (ask.isWorkload) {
    if (!filter.assignee) group ??= 'assignee'
    filter.status ??= ['pending', 'in_progress']
    if (filter.overdue) delete filter.status
    if (measure === 'list' && group) measure = 'count'
  }
  if ((ask.isTrend && !(sides.length > 1 && isPace)) || isFlow(slots, filter, sides))
    return trendOf({ ask: { ...ask, measure }, filter, sides, slots, today })
  if (measure === 'duration' && ask.stage === 'delay' && filter.status === undefined && filter.late === undefined)
    filter.overdue = true
  // Nothing overdue is completed: how long it takes is by how much it is late.
  const isByDays = /\b(days|how long)\b/.test(slots.tokens.map(({ word }) => word).join(' '))
  if (measure === 'duration' && filter.overdue === true && ask.stage === 'lead' && isByDays)
    ask = { ...ask, stage: 'delay' }
  if (measure === 'duration' && ask.stage === 'age') filter.status ??= ['pending', 'in_progress']
  const isOpen = filter.status?.every((one) => one === 'pending' || one === 'in_progress') === true
  if (measure === 'duration' && ask.stage === 'lead' && (isOpen || filter.status?.join() === 'completed'))
    delete filter.status
  if (
    (group === 'assignee' || group === 'requester') &&
    filter.search !== undefined &&
    order === undefined &&
    measure === 'list'
  )
    group = undefined
  const isAnyState = filter.status === undefined && filter.overdue === undefined && filter.late === undefined
  if ((sort === 'due' || sort === 'urgent') && isAnyState && !group) filter.status = ['pending', 'in_progress']
  // The latest of what is completed was completed last.
  if (sort === 'newest' && filter.status?.join() === 'completed' && !isCreated(slots)) sort = 'finished'
  if (sort === 'overdue' && filter.status === undefined && filter.late === undefined) filter.overdue = true
  if (group && measure === 'list') measure = 'count'
  if (group && order === undefined && limit !== undefined) order = 'most'
  if (sides.length > 1 && measure === 'list') measure = 'count'
  if (measure === 'list' && limit === undefined && sort === undefined) sort = usualSort(filter)
  const compare = sides.length > 1 ? sides : undefined
  return withoutUndefined({
    measure,
    filter,
    stage: measure === 'duration' ? (ask.stage ?? 'lead') : undefined,
    statistic: ask.statistic ?? (measure === 'duration' ? 'median' : undefined),
    group,
    order,
    sort: group || measure !== 'list' ? undefined : sort,
    limit,
    compare,
  })
}

function isCreated(slots: Slots): boolean {
  return /\b(created|submitted|added)\b/.test(slots.tokens.map(({ word }) => word).join(' '))
}

function usualSort(filter: QueryFilter): AssistantQuery['sort'] {
  if (filter.overdue === true || filter.dueFrom !== undefined || filter.dueTo !== undefined) return 'due'
  return undefined
}

/** "came in and were completed", or two times of nothing in particular. */
function isFlow(slots: Slots, filter: QueryFilter, sides: QueryFilter[]): boolean {
  const isBoth =
    filter.status?.join() === 'completed' &&
    filter.requester === undefined &&
    [...slots.of('event')].some(
      ({ slot, meaning }) =>
        meaning.event === 'created' &&
        (meaning.role === undefined || slots.has('versus')) &&
        // "how many of those that came in …"
        !/^(that|which)$/.test(slots.word(slot.at - 1)),
    )
  const isPlain =
    sides.length > 1 &&
    Object.keys(sides[0]!).every((key) => key.startsWith('created')) &&
    !slots.has('status') &&
    !slots.has('event') &&
    !slots.has('measure') &&
    filter.overdue === undefined
  return isBoth || isPlain
}

function trendOf({ ask, filter, sides, slots, today }: Parts): AssistantQuery {
  const hasUnit = ask.group !== undefined && ['day', 'week', 'month', 'quarter', 'year'].includes(ask.group)
  const isFlowing = isFlow(slots, filter, sides)
  if (sides.length > 1 && ask.measure !== 'duration')
    return { measure: isFlowing ? 'flow' : 'count', filter: withoutFlow(filter, isFlowing), compare: sides }
  if (ask.measure === 'duration') {
    const group = hasUnit ? ask.group! : 'month'
    return { measure: 'duration', filter, stage: ask.stage ?? 'lead', statistic: ask.statistic ?? 'median', group }
  }
  const event =
    filter.status?.join() === 'completed'
      ? 'completed'
      : filter.status?.every((one) => one === 'rejected' || one === 'cancelled')
        ? 'closed'
        : 'created'
  const group = hasUnit ? ask.group! : (ask.group ?? unitFor(filter[`${event}From`], filter[`${event}To`], today))
  if (isGrowth(slots)) {
    const { status: _status, ...rest } = filter
    return { measure: 'flow', filter: rest, group }
  }
  const isCount = !isFlowing && (filter.status ?? filter.overdue) !== undefined
  const created = [...slots.of('event')].some(({ meaning }) => meaning.event === 'created')
  if (isCount || (created && !isFlowing)) return { measure: 'count', filter, group }
  slots.claim('more', 'less', 'versus')
  return {
    measure: 'flow',
    filter: withoutFlow(filter, true),
    group: isFlowing && !ask.isTrend && !hasUnit ? undefined : group,
  }
}

/** What came in and what was completed have one time between them. */
function withoutFlow(filter: QueryFilter, isFlowing: boolean): QueryFilter {
  if (!isFlowing) return filter
  const { status: _status, completedFrom, completedTo, ...rest } = filter
  return withoutUndefined({
    ...rest,
    createdFrom: rest.createdFrom ?? completedFrom,
    createdTo: rest.createdTo ?? completedTo,
  })
}

function rateOf(slots: Slots, filter: QueryFilter): QueryFilter | undefined {
  const rate = slots.first('rate')
  if (!rate) return undefined
  slots.claim('rate')
  const { status, overdue, late } = rate.meaning
  const whole = { ...filter, ...(late !== undefined && { status: ['completed' as const] }) }
  Object.assign(filter, withoutUndefined({ status: late === undefined ? status : ['completed'], overdue, late }))
  return whole
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
