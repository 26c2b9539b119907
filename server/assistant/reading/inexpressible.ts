import { meaningOf, type Kind, type Slot, type Slots } from './slots.ts'

/** Words that no query can express, even where a rule used them. */
export function isInexpressible(slots: Slots, slot: Slot): boolean {
  return [isChange, isAbility, isCountedGroup, isRatio, isLongerThanState, isUnitOfNothing].some((is) =>
    is(slots, slot),
  )
}

/** "raised from low to high": no filter expresses a former value. */
function isChange(slots: Slots, slot: Slot): boolean {
  if (slots.word(slot.at - 1) !== 'from' || slots.word(slot.end) !== 'to') return false
  const next = slots.all.find(({ at }) => at === slot.end + 1)
  return CHANGING.some((kind) => meaningOf(slot, kind) && next !== undefined && meaningOf(next, kind))
}

/** "requests I can close": no filter expresses permissions. */
function isAbility(slots: Slots, slot: Slot): boolean {
  return slots.word(slot.end - 1) === 'i' && /^(can|could|might)$/.test(slots.word(slot.end)) && !slots.has('guide')
}

/** "pending longer than in progress": a limit has to be in days, not another state. */
function isLongerThanState(slots: Slots, slot: Slot): boolean {
  const next = slots.all.find(({ at }) => at >= slot.end)
  const isLimit = (['sort', 'older', 'younger', 'more', 'less'] as const).some((kind) => meaningOf(slot, kind))
  return (
    isLimit &&
    slots.word(slot.end - 1) === 'than' &&
    next?.at === slot.end &&
    next.quantity === undefined &&
    next.number === undefined &&
    (meaningOf(next, 'status') ?? meaningOf(next, 'overdue') ?? next.people) !== undefined
  )
}

/** "the backlog in days of work": only durations are measured in days. */
function isUnitOfNothing(slots: Slots, { at, end }: Slot): boolean {
  const isUnit = slots.word(at) === 'in' && /^(days|weeks)$/.test(slots.word(end - 1)) && end <= at + 3
  return isUnit && !slots.has('measure', ({ measure }) => measure === 'duration') && !slots.has('stage')
}

/** "the ratio of completed to rejected": not a share, as neither is a part of the other. */
function isRatio(slots: Slots, slot: Slot): boolean {
  const words = slots.tokens.slice(slot.at, slot.end).map(({ word }) => word)
  const isTo = slots.tokens.slice(slot.end).some(({ word }) => /^(to|versus)$/.test(word))
  return isTo && words.includes('ratio') && meaningOf(slot, 'measure') !== undefined
}

const CHANGING: Kind[] = ['status', 'priority', 'department']

const FIELDS: Kind[] = ['status', 'priority', 'department', 'type', 'overdue', 'unassigned', 'on-time', 'me']

/** "critical or overdue", "open plus overdue": filters of different fields are combined with AND, so a union is not possible. */
export function isAcrossFields(slots: Slots, slot: Slot): boolean {
  const isSum = slots.word(0) === 'sum' || slots.word(1) === 'sum'
  if (!(isSum ? /^(or|plus|\+|and|&)$/ : /^(or|plus|\+)$/).test(slots.word(slot.at))) return false
  if (meaningOf(slot, 'or') === undefined && meaningOf(slot, 'and') === undefined) return false
  const i = slots.all.indexOf(slot)
  const fieldsOf = ({ meanings, people, isUsed }: Slot) =>
    isUsed
      ? [...meanings.map(({ kind }) => kind).filter((kind) => FIELDS.includes(kind)), ...(people ? ['people'] : [])]
      : []
  const before = slots.all
    .slice(0, i)
    .map(fieldsOf)
    .findLast((fields) => fields.length > 0)
  const after = slots.all
    .slice(i + 1)
    .map(fieldsOf)
    .find((fields) => fields.length > 0)
  return before !== undefined && after !== undefined && !before.some((field) => after.includes(field))
}

const DEEDS: Kind[] = ['event', 'status', 'idle', 'sort', 'role', 'command']

/** "Which ones did I reject?": an action of the asker, which is not a filter by requester or assignee. */
export function isActionByAsker(slots: Slots, slot: Slot): boolean {
  if (slots.word(slot.at) !== 'i' || meaningOf(slot, 'me') === undefined || slots.has('guide')) return false
  const next = slots.all.find(({ at }) => at >= slot.end)
  const between = slots.tokens.slice(slot.end, next?.at).map(({ word }) => word)
  return (
    next !== undefined &&
    between.every((word) =>
      /^(have|has|had|did|do|am|was|been|to|still|already|ever|just|should|must|need)$/.test(word),
    ) &&
    DEEDS.some((kind) => meaningOf(next, kind))
  )
}

/** "How many people …", "number of departments": only requests can be counted. */
function isCountedGroup(slots: Slots, slot: Slot): boolean {
  const before = slots.all[slots.all.indexOf(slot) - 1]
  const group = meaningOf(slot, 'group')
  return (
    group !== undefined &&
    (group.isPlural === true || group.group === 'person') &&
    before?.end === slot.at &&
    meaningOf(before, 'measure')?.measure === 'count'
  )
}

export function isGroupingByUnknown(slots: Slots, slot: Slot): boolean {
  const next = slots.all.find(({ at }) => at === slot.end || at === slot.end + 1)
  if (meaningOf(slot, 'by') === undefined) return false
  // "the split between high and low": no field to group by is named.
  const isBetween =
    slots.word(slot.end - 1) === 'between' && next !== undefined && meaningOf(next, 'group') === undefined
  return isBetween || (slots.word(slot.at) !== 'by' && next?.isUsed !== true)
}
