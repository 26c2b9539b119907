import { DevelopmentType } from '../ai.ts'
import { PRIORITIES, PRIORITY_KEYS, STATUS_KEYS, STATUSES } from '../request-rules.ts'
import type { AssistantQuery } from './query.ts'
import { DAY_LIMITS, daysOf, type NameOf, statusInWords } from './words.ts'
import { type Chip, withFilter } from './chip.ts'

/** Fields with few values: each value can be replaced by any other. */
export function valueChips(query: AssistantQuery, nameOf: NameOf, departments: readonly string[]): Chip[] {
  const { status, priority, department, type } = query.filter
  const chip = <T extends string>(
    key: 'status' | 'priority' | 'department',
    all: readonly T[],
    words: Record<T, string>,
    name: string,
    value: string,
  ): Chip => ({
    key,
    name,
    value,
    without: withFilter(query, { [key]: undefined }),
    others: all
      .filter((one) => query.filter[key]?.join() !== one)
      .map((one) => ({ label: words[one], query: withFilter(query, { [key]: [one] }) })),
  })
  const flags: Chip[] = (['overdue', 'late'] as const).flatMap((key) => {
    const is = query.filter[key]
    if (is === undefined) return []
    const words = key === 'overdue' ? ['overdue', 'not overdue'] : ['completed late', 'completed on time']
    const change = { [key]: !is, moreDaysOverdue: undefined, fewerDaysOverdue: undefined }
    const others = [{ label: words[is ? 1 : 0]!, query: withFilter(query, change) }]
    return [
      {
        key,
        name: 'Due date',
        value: words[is ? 0 : 1]!,
        without: withFilter(query, { ...change, [key]: undefined }),
        others,
      },
    ]
  })
  return [
    ...(status ? [chip('status', STATUS_KEYS, STATUSES, 'Status', statusInWords(status))] : []),
    ...(priority
      ? [chip('priority', PRIORITY_KEYS, PRIORITIES, 'Priority', priority.map((one) => PRIORITIES[one]).join(' or '))]
      : []),
    ...(department
      ? [
          chip(
            'department',
            departments,
            Object.fromEntries(departments.map((one) => [one, nameOf(one, 'department')])),
            'Department',
            department.map((one) => nameOf(one, 'department')).join(' or '),
          ),
        ]
      : []),
    ...(type
      ? [
          {
            key: 'type',
            name: 'Type',
            value: type.join(' or '),
            without: withFilter(query, { type: undefined }),
            others: DevelopmentType.options
              .filter((one) => type.join() !== one)
              .map((one) => ({ label: one, query: withFilter(query, { type: [one] }) })),
          },
        ]
      : []),
    ...flags,
    ...dayChips(query),
  ]
}

const USUAL_DAYS = [3, 7, 14, 30, 60, 90]

function dayChips(query: AssistantQuery): Chip[] {
  return DAY_LIMITS.flatMap(([key, verb]) => {
    const days = query.filter[key]
    if (days === undefined) return []
    const valueOf = (count: number) => `${verb.replace('that ', '')} ${daysOf(count)}`
    const others = USUAL_DAYS.filter((one) => one !== days).map((one) => ({
      label: valueOf(one),
      query: withFilter(query, { [key]: one }),
    }))
    return [{ key, name: 'Days', value: valueOf(days), without: withFilter(query, { [key]: undefined }), others }]
  })
}
