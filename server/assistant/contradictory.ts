import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { isOpen } from '../../shared/requests.ts'

/** "open vs closed this month": nothing open was completed at any time. "mine, but not by me", "who has what I have": the same person twice. */
export function isContradictory({ filter, compare = [{}], group, order }: AssistantQuery): boolean {
  const isOfThemselves = group === 'assignee' && filter.assignee?.length === 1 && order === undefined
  return (
    isOfThemselves ||
    compare.some((side) => {
      const all = { ...filter, ...side }
      const { status, completedFrom, completedTo, closedFrom, closedTo, assignee = [], requester = [] } = all
      const isEndedOpen =
        status?.every(isOpen) === true && (completedFrom ?? completedTo ?? closedFrom ?? closedTo) !== undefined
      const isTaken = assignee.some((id) => all.notAssignee?.includes(id))
      const isOwn = requester.some((id) => all.notRequester?.includes(id))
      return isEndedOpen || isTaken || isOwn
    })
  )
}
