import type { AssistantQuery, Group, Measure, Sort } from '../../../shared/assistant/query.ts'
import type { Role } from '../grammar/meaning.ts'
import { meaningOf, type Kind, type Slot, type Slots } from './slots.ts'

/** What is to be told of the requests, before it is known which. */
export interface Ask {
  measure: Measure
  /** said by a word that leaves no doubt: "how many", "average time" */
  isSaid: boolean
  stage?: AssistantQuery['stage']
  statistic?: AssistantQuery['statistic']
  group?: Group
  order?: AssistantQuery['order']
  sort?: Sort
  limit?: number
  isTrend?: boolean
  /** open requests by person: "who is busiest?" */
  isWorkload?: boolean
  /** "getting faster": a trend of durations */
  isPace?: boolean
}

const MARKERS = /^(by|per|each|every|across|which|what|whose|the)$/
/** groups that are times */
export const TIMES: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year'])

export function askIn(slots: Slots): Ask {
  const group = groupIn(slots)
  const ask: Ask = { ...measureIn(slots), ...(group && { group }) }
  trendIn(slots, ask)
  workloadIn(slots, ask)
  orderIn(slots, ask)
  limitIn(slots, ask)
  // "compare … between departments"
  if (ask.group && !TIMES.has(ask.group)) for (const { slot } of slots.of('compare')) slot.isUsed = !slots.has('versus')
  isolateSort(slots, ask)
  ofOne(slots, ask)
  if (ask.measure === 'duration') durationIn(slots, ask)
  else if (ask.group && TIMES.has(ask.group) && slots.first('statistic')?.meaning.statistic === 'average') {
    slots.claim('statistic')
    ask.statistic = 'average'
  }
  return ask
}

/** "How old is the oldest one?" asks for that one. */
function ofOne(slots: Slots, ask: Ask): void {
  if (!ask.sort || ask.group || (ask.measure !== 'duration' && !slots.has('stage'))) return
  if (!isSingular(slots)) {
    for (const { slot } of slots.of('sort')) slot.isUsed = false
    return
  }
  slots.claim('stage', 'measure')
  ask.measure = 'list'
  ask.limit ??= 1
}

/** "the newest three from each department": a sort within groups cannot be asked. */
function isolateSort(slots: Slots, ask: Ask): void {
  if (!ask.sort) return
  // "how many came in recently"
  if (!ask.group) {
    if (ask.measure === 'count' || ask.measure === 'share') for (const { slot } of slots.of('sort')) slot.isUsed = false
    return
  }
  if (ask.sort === 'overdue') ask.order = 'most'
  else for (const { slot } of slots.of('sort')) slot.isUsed = false
}

function measureIn(slots: Slots): { measure: Measure; isSaid: boolean } {
  const said = new Set<Measure>()
  for (const { slot, meaning } of slots.of('measure')) {
    if (slot.isUsed) continue
    said.add(meaning.measure)
    if (meaning.measure !== 'duration') slot.isUsed = true
  }
  const isStaged = ['review', 'work', 'age'].some((stage) =>
    [...slots.of('stage')].some(({ meaning }) => meaning.stage === stage),
  )
  const isDelay = [...slots.of('stage')].some(({ meaning }) => meaning.stage === 'delay')
  const isDuration = said.has('duration') || ((isStaged || isDelay) && slots.has('statistic'))
  if (isDuration && !isOnlyTook(slots)) {
    slots.claim('measure')
    return { measure: 'duration', isSaid: true }
  }
  if (said.has('share') || slots.has('rate')) return { measure: 'share', isSaid: true }
  if (said.has('count')) return { measure: 'count', isSaid: true }
  return { measure: 'list', isSaid: said.has('list') }
}

/** "Which requests took …" asks for requests, "how long …" for a time. */
function isOnlyTook(slots: Slots): boolean {
  const words = [...slots.of('measure')]
    .filter(({ meaning }) => meaning.measure === 'duration')
    .map(({ slot }) => slots.word(slot.at))
  const isVerb = words.length > 0 && words.every((word) => /^(take|takes|took|taken|taking)$/.test(word))
  return isVerb && !slots.has('statistic') && !slots.has('group')
}

function durationIn(slots: Slots, ask: Ask): void {
  ask.statistic = slots.first('statistic')?.meaning.statistic ?? 'median'
  const words = slots.tokens.map(({ word }) => word).join(' ')
  const isWaiting =
    /\b(been (open|waiting|pending|around|sitting|there)|waiting|wait|sitting|sit)\b/.test(words) &&
    !/\b(take|takes|took|taken)\b/.test(words)
  const isOpen =
    slots.first('status')?.meaning.status.every((one) => one === 'pending' || one === 'in_progress') === true
  ask.stage = slots.first('stage')?.meaning.stage ?? (isWaiting || (isOpen && !STAYS.test(words)) ? 'age' : 'lead')
  slots.claim('statistic', 'stage', 'measure')
}

/** How long something stays open is known once it is completed. */
const STAYS = /\b(stay|stays|stayed|remain|remains|remained)\b/

function groupIn(slots: Slots): Group | undefined {
  let found: Group | undefined
  for (const { slot, meaning } of slots.of('group')) {
    if (
      slot.isUsed ||
      (meaning.isPlural && /^(any|some)(one|body)$/.test(slots.word(slot.at))) ||
      (meaning.group !== 'person' && !TIMES.has(meaning.group) && !isGrouping(slots, slot, meaning.isPlural)) ||
      isOfNone(slots, slot) ||
      isWholeTeam(slots, slot)
    )
      continue
    const group = meaning.group === 'person' ? personGroup(slots, slot, meaning.isPlural) : meaning.group
    if (group === undefined) continue
    // "people who ask"
    if (found) {
      if (/^who(m|se)?$/.test(slots.word(slot.at))) slot.isUsed = true
      continue
    }
    slot.isUsed = true
    found = group
  }
  if (found) slots.claim('by')
  return found ?? eachTime(slots)
}

/** "Which departments have no overdue requests?": groups that have none cannot be counted. */
function isOfNone(slots: Slots, slot: Slot): boolean {
  const next = slots.all.slice(slots.all.indexOf(slot) + 1, slots.all.indexOf(slot) + 3)
  return /^(which|what|who)$/.test(slots.word(slot.at)) || /^(which|what)$/.test(slots.word(slot.at - 1))
    ? next.some(
        ({ at }) =>
          /^(no|not|never|nothing|none)$/.test(slots.word(at)) && /^(have|has|had|with|got)$/.test(slots.word(at - 1)),
      )
    : false
}

/** "team workload": that of everybody in it. */
function isWholeTeam(slots: Slots, slot: Slot): boolean {
  const isTeam =
    slots.has('workload') &&
    slots.word(slot.at) === 'team' &&
    !/^(which|what|by|per|each|every)$/.test(slots.word(slot.at - 1))
  if (isTeam) slot.isUsed = true
  return isTeam
}

/** "how many do we get a month" */
function eachTime(slots: Slots): Group | undefined {
  const each = slots.all.find(({ at, quantity }) => quantity?.count === 1 && /^an?$/.test(slots.word(at)))
  const isCounted = [...slots.of('measure')].some(({ meaning }) => meaning.measure === 'count')
  if (!each?.quantity || !isCounted || slots.has('more') || slots.has('less') || slots.has('older')) return undefined
  each.isUsed = true
  return each.quantity.unit
}

/** "by department", "which department"; "departments" by itself where something is ranked. */
function isGrouping(slots: Slots, slot: Slot, isPlural = false): boolean {
  const i = slots.all.indexOf(slot)
  const before = slots.all[i - 1]
  if (before && meaningOf(before, 'by') && before.end >= slot.at - 1) return true
  const words = [slots.word(slot.at - 1), slots.word(slot.at - 2)]
  if (slots.word(slot.at) === 'statuses') return true
  // "how many did everybody submit"
  const isCounted = [...slots.of('measure')].some(({ meaning }) => meaning.measure === 'count')
  if (isCounted && /^every(body|one)$/.test(slots.word(slot.at)) && /^(did|does|do|has|have|is)$/.test(words[0]!))
    return true
  const isMarked = words.some((word) => word !== 'the' && MARKERS.test(word))
  const isRanked =
    slots.has('workload') || slots.has('order') || slots.has('compare') || slots.has('by') || slots.has('first')
  return isMarked || isRanked || (isPlural && (slots.has('overdue') || slots.has('status')))
}

/** "who submitted …" are requesters, all others are assignees. */
function personGroup(slots: Slots, slot: Slot, isPlural = false): Group | undefined {
  const words = slots.word(slot.at)
  const isAsking = /^(who|whom|whose)$/.test(words)
  if (!isAsking && !isGrouping(slots, slot, isPlural)) return undefined
  const i = slots.all.indexOf(slot)
  // "who is Lucía" asks of a person
  if (isAsking && slots.all[i + 1]?.people && /^(is|are|was)$/.test(slots.word(slot.end))) return undefined
  // "requests whose due date is …" are described, not asked for by person.
  const next = slots.all[i + 1]
  if (
    slots.word(slot.at) === 'whose' &&
    next &&
    (meaningOf(next, 'event')?.event === 'due' || meaningOf(next, 'group'))
  )
    return undefined
  // Who has not done something cannot be counted by what they did.
  if (
    isAsking &&
    slots.all.slice(i + 1, i + 3).some((other) => /^(not|never|no|nothing|none)$/.test(slots.word(other.at)))
  )
    return undefined
  for (const other of slots.all.slice(i + 1, i + 5)) {
    // Who rejected something is not kept with a request.
    if (isAsking && meaningOf(other, 'status')?.status[0] === 'rejected') return undefined
    const role = roleSaid(other)
    if (role) return role
  }
  return 'assignee'
}

function roleSaid(slot: Slot): Role | undefined {
  const role = meaningOf(slot, 'role')?.role
  if (role) {
    slot.isUsed = true
    return role
  }
  const event = meaningOf(slot, 'event')
  if (event?.role) return event.role
  const status = meaningOf(slot, 'status')
  if (status?.status[0] === 'cancelled') return 'requester'
  return status?.event ? 'assignee' : undefined
}

function trendIn(slots: Slots, ask: Ask): void {
  const trend = slots.first('trend')
  if (!trend) return
  // How many were overdue on another day is not kept.
  if (slots.has('overdue') && ![...slots.of('overdue')].some(({ meaning }) => meaning.becomes)) return
  if (ask.group && !TIMES.has(ask.group)) return
  slots.claim('trend')
  ask.isTrend = true
  const words = slots.tokens.map(({ word }) => word).join(' ')
  ask.isPace = /\b(faster|slower|quicker|speeding|slowing|longer|shorter)\b/.test(words)
  const unit = /\bover the (months|weeks|years|quarters)\b/.exec(words)?.[1]?.slice(0, -1)
  if (unit && !ask.group) ask.group = unit as Group
  if (ask.isPace) ask.measure = 'duration'
}

function workloadIn(slots: Slots, ask: Ask): void {
  const workload = slots.first('workload')
  if (!workload) return
  slots.claim('workload')
  const typed = slots.tokens.map(({ word }) => word).join(' ')
  // "Which department sends us the most work?" is of what came in.
  const comesIn = [...slots.of('event')].some(({ meaning }) => meaning.event === 'created')
  if (ask.group && comesIn && /\b(most|least) work\b/.test(typed)) {
    ask.order = typed.includes('least') ? 'fewest' : 'most'
    return
  }
  // "Which week was the busiest?" is of what came in then.
  if (ask.group && TIMES.has(ask.group)) {
    ask.order = 'most'
    return
  }
  ask.isWorkload = true
  if (/\b(busiest|swamped|overloaded|overworked|too much|most work|most to do|buried|stretched)\b/.test(typed))
    ask.order ??= 'most'
  if (
    /\b(least busy|capacity|room|free hands|spare|could take|take on more|least work|least to do|nothing to do|little to do)\b/.test(
      typed,
    )
  )
    ask.order = 'fewest'
}

function orderIn(slots: Slots, ask: Ask): void {
  const order = [...slots.of('order')].find(({ slot }) => !slot.isUsed || meaningOf(slot, 'group'))
  const sort = slots.first('sort')
  // "Who has the most overdue ones?" ranks people; what is said of the requests is read as a filter.
  const isRank =
    ask.group !== undefined &&
    sort !== undefined &&
    slots.word(sort.slot.at) === 'most' &&
    sort.slot.meanings.length > 1
  if (isRank) {
    sort.slot.isUsed = true
    ask.order = 'most'
    return
  }
  if (sort && !(order && ask.group && !TIMES.has(ask.group))) {
    slots.claim('sort')
    ask.sort = sort.meaning.sort
    // "Who has the oldest request?" asks for a request, whose assignee it shows.
    if (ask.group === 'assignee' || ask.group === 'requester') delete ask.group
    return
  }
  if (!order) return
  const { slot, meaning } = order
  if (ask.group) {
    slot.isUsed = true
    ask.order = meaning.order
    if (meaning.isDuration) ask.measure = 'duration'
    if (meaning.isShare) ask.measure = 'share'
    return
  }
  // "faster" compares, "fastest" ranks.
  const isComparative = /^(slower|faster|longer|shorter|quicker)$/.test(slots.word(slot.end - 1))
  if (!meaning.isDuration || ask.measure === 'duration' || isComparative) return
  slot.isUsed = true
  ask.sort = meaning.order === 'most' ? 'slowest' : 'fastest'
  ask.measure = 'list'
}

/** "the three oldest", "top 5", "last ten". A single one where one is asked for. */
function limitIn(slots: Slots, ask: Ask): void {
  const number = slots.all.find(
    (slot, i) => slot.number !== undefined && !slot.isUsed && slot.number > 0 && slot.number <= 50 && isLimit(slots, i),
  )
  const leading = slots.first('first') ?? slots.first('last')
  const isNextDue =
    number !== undefined &&
    slots.word(number.at - 1) === 'next' &&
    [...slots.of('event')].some(({ meaning }) => meaning.event === 'due')
  if (isNextDue) {
    ask.sort = 'due'
    for (const { slot, meaning } of slots.of('event')) if (meaning.event === 'due') slot.isUsed = true
  }
  if (number && (ask.sort ?? ask.group ?? leading)) {
    number.isUsed = true
    ask.limit = number.number!
    if (leading) {
      leading.slot.isUsed = true
      const isDone = [...slots.of('status')].some(({ meaning }) => meaning.status[0] === 'completed')
      if (!ask.group && slots.has('last')) ask.sort ??= isDone ? 'finished' : 'newest'
      else if (ask.group) ask.order ??= 'most'
    }
    return
  }
  const top = slots.first('first')
  if (top && ask.group && slots.word(top.slot.at) === 'top') {
    top.slot.isUsed = true
    ask.order ??= 'most'
  }
  if (leading && !ask.sort && !ask.group && ask.measure === 'list' && isLeadingOne(slots, leading.slot)) {
    leading.slot.isUsed = true
    const isDone = [...slots.of('status')].some(({ meaning }) => meaning.status[0] === 'completed')
    ask.sort = meaningOf(leading.slot, 'first') ? 'oldest' : isDone ? 'finished' : 'newest'
    ask.limit = 1
    return
  }
  if (!ask.sort || !isSingular(slots) || ask.measure !== 'list') return
  ask.limit = 1
  // "what is the status of the oldest one": it is shown with it
  for (const { slot, meaning } of slots.of('group')) if (!TIMES.has(meaning.group)) slot.isUsed = true
}

function isLimit(slots: Slots, i: number): boolean {
  const near = [slots.all[i - 1], slots.all[i + 1]].filter((slot) => slot !== undefined)
  const kinds: Kind[] = ['sort', 'order', 'first', 'last', 'group', 'noun', 'status', 'overdue', 'priority', 'event']
  return near.some((slot) => kinds.some((kind) => meaningOf(slot, kind)))
}

/** "the first request ever", "the last one that was completed" */
function isLeadingOne(slots: Slots, { at, end }: Slot): boolean {
  const noun = slots.all.find((slot) => slot.at >= end && slot.at <= end + 1 && meaningOf(slot, 'noun'))
  return noun !== undefined && slots.word(at - 1) !== 'my' && !slots.word(noun.end - 1).endsWith('s')
}

/** "the oldest request", but not "the oldest requests". */
function isSingular(slots: Slots): boolean {
  const noun = slots.first('noun')
  const words = slots.tokens.map(({ word }) => word).join(' ')
  // "which of Elena's requests is due next"
  if (
    /^(which|what)\b.*\bof\b.* (is|was|has)\b/.test(words) ||
    /^(and |so )?(which|what)( one)? (is|was|has) \b/.test(words)
  )
    return true
  if (!noun) return false
  const word = slots.word(noun.slot.end - 1)
  return !word.endsWith('s') && !/^(stuff|work)$/.test(word)
}
