import { AssistantQuery, type QueryFilter } from '../../../shared/assistant/query.ts'
import type { Ask } from './asks.ts'
import { mergeQuery, mergedFilter, shiftEvent } from './merge-query.ts'
import type { Slots } from './slots.ts'
import { releaseUnusedSlots } from './release-unused-slots.ts'
import { queryOf } from './query-of.ts'
import { withEach } from './each-value.ts'
import { hasSubject, isOnlyWho, isAboutAll } from './subject.ts'
import { type Parts, narrowing } from './restrictions.ts'

/** The complete query; null where the question is not about requests. */
export function builtQuery(
  { slots, negated, ask, before, today }: Parts,
  filter: QueryFilter,
  sides: QueryFilter[],
  strength: number,
): AssistantQuery | null {
  if (before) reorderedIn(slots, ask, before)
  const built = before
    ? mergeQuery(
        before,
        shiftEvent(slots, before, mergedFilter(before.filter, filter, narrowing(slots, negated))),
        ask,
        sides,
      )
    : queryOf({ ask, filter, sides, slots, today })
  const goesOn = before !== undefined && (ask.isSaid || ask.order !== undefined)
  const isOfThose = before !== undefined && slots.has('those')
  if (!isOfThose && isOnlyWho(slots, filter, ask)) return null
  const isEmpty = strength === 0 && !isAboutAll(slots, ask) && !goesOn
  if (isEmpty || !(before || hasSubject(slots, filter, ask))) return null
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
