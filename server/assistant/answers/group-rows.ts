import { DevelopmentType } from '../../../shared/ai.ts'
import type { AssistantQuery } from '../../../shared/assistant/query.ts'
import { PRIORITIES, STATUSES } from '../../../shared/requests.ts'
import type { ValueGroup } from '../figures/group-query.ts'
import type { QueryContext } from './query-context.ts'

export interface Row {
  key: string | null
  label: string
  value: number
}

const LABELS: Record<'status' | 'priority' | 'type', Record<string, string>> = {
  status: STATUSES,
  priority: PRIORITIES,
  type: Object.fromEntries(DevelopmentType.options.map((type) => [type, type])),
}
/** Groups with a natural order. */
const ORDERED = new Set(['status', 'priority'])

export async function rowsOf(context: QueryContext, group: ValueGroup): Promise<Row[]> {
  const { deps, figures, query } = context
  const { filter, measure, stage = 'lead', statistic = 'median' } = query
  const groups =
    measure === 'duration'
      ? await figures.durationBy(filter, group, { stage, statistic })
      : await figures.countBy(filter, group)
  const rows = groups.map(({ key, name, value }) => ({ key, label: labelOf(context, group, key, name), value }))
  if (measure === 'duration') return rows
  if (group === 'assignee' || group === 'requester') {
    if (query.order !== 'fewest') return rows
    // People without any such request are among the fewest, too, unless the question is about others.
    const { assignee, notAssignee, requester, notRequester } = filter
    const whose = group === 'assignee' ? { assignee, notAssignee } : { requester, notRequester }
    const everybody = await figures.countBy(whose, group)
    const others = everybody.filter(({ key }) => key !== null && !rows.some((row) => row.key === key))
    return [...rows, ...others.map(({ key, name }) => ({ key, label: labelOf(context, group, key, name), value: 0 }))]
  }
  const { departments } = await deps.settings.policy()
  const all = group === 'department' ? departments.active.map(({ key }) => key) : Object.keys(LABELS[group])
  const chosen: readonly string[] = filter[group] ?? all
  const missing = chosen.filter((key) => !rows.some((row) => row.key === key))
  return [...rows, ...missing.map((key) => ({ key, label: labelOf(context, group, key, null), value: 0 }))]
}

export function labelOf(
  { nameOf }: Pick<QueryContext, 'nameOf'>,
  group: ValueGroup,
  key: string | null,
  name: string | null,
): string {
  if (group === 'assignee' || group === 'requester')
    return name ?? (key === null ? 'Unassigned' : 'Somebody who has left')
  if (key === null) return 'Not classified'
  return group === 'department' ? nameOf(key, 'department') : (LABELS[group][key] ?? key)
}

export function inOrder(rows: Row[], { order, measure }: AssistantQuery, group: ValueGroup): Row[] {
  const isNatural = ORDERED.has(group) && order === undefined && measure !== 'duration'
  if (isNatural) {
    const keys = Object.keys(LABELS[group as 'status' | 'priority'])
    return rows.toSorted((a, b) => keys.indexOf(a.key ?? '') - keys.indexOf(b.key ?? ''))
  }
  const sign = order === 'fewest' ? 1 : -1
  return rows.toSorted((a, b) => sign * (a.value - b.value) || (a.label < b.label ? -1 : 1))
}
