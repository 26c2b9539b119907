import type { AssistantQuery } from '../../shared/assistant/query.ts'

/**
 * "open vs closed this month": open requests have no completion time. "mine, but not by me", "who has what I have": the same
 * person twice.
 */
export function isContradictory({ filter, compare = [{}], group, order }: AssistantQuery): boolean {
  const isOfThemselves = group === 'assignee' && filter.assignee?.length === 1 && order === undefined
  return (
    isOfThemselves ||
    compare.some((side) => {
      const all = { ...filter, ...side }
      const { status, completedFrom, completedTo, closedFrom, closedTo, assignee = [], requester = [] } = all
      // "created minus completed this quarter": both not completed and completed within it.
      const isEndedOtherwise =
        ((completedFrom ?? completedTo) !== undefined && status?.includes('completed') === false) ||
        ((closedFrom ?? closedTo) !== undefined &&
          status?.some((one) => one === 'rejected' || one === 'cancelled') === false)
      const isTaken = assignee.some((id) => all.notAssignee?.includes(id))
      const isOwn = requester.some((id) => all.notRequester?.includes(id))
      return isEndedOtherwise || isTaken || isOwn
    })
  )
}
