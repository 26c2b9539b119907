import { IN_PROGRESS } from './status-numbers.ts'
import { isLate, keptLast } from './marks.ts'
import { NONE } from './none.ts'
import { medianOf, DurationSample } from './percentiles.ts'
import type { PanelInput } from './panel-input.ts'

const MAX_ASSIGNEES = 100

interface Load {
  key: number
  open: number
  inProgress: number
  overdue: number
  finished: number
  keptLast: number
  cycles: DurationSample
}

/** Open and finished requests by department or assignee; those with most open ones first. */
function loadsBy(input: PanelInput, names: readonly string[], keys: Int32Array): Load[] {
  const { model, facts, subsets, period } = input
  // Indexed by key, offset by `NONE`, the lowest key.
  const counts = () => new Uint32Array(names.length + 1)
  const [open, inProgress, overdue, finished, kept] = [counts(), counts(), counts(), counts(), counts()]
  for (const i of subsets.open) {
    const slot = keys[i]! - NONE
    open[slot]!++
    inProgress[slot]! += Number(model.present.status[i] === IN_PROGRESS)
    overdue[slot]! += Number(isLate(input, i))
  }
  const done = subsets.finishedIn(period)
  for (let i = 0; i < done.length; i++) {
    const slot = keys[done[i]!]! - NONE
    finished[slot]!++
    kept[slot]! += Number(keptLast(input, done[i]!))
  }
  const cycles = DurationSample.byKey(facts.spans.cycle, done, keys, finished)
  // Sort by name: the numbers depend on the reading order, which differs between processes.
  const nameOf = (slot: number) => names[slot + NONE] ?? ''
  return [...open.keys()]
    .filter((slot) => open[slot]! + finished[slot]! > 0)
    .sort((a, b) => open[b]! - open[a]! || finished[b]! - finished[a]! || (nameOf(a) < nameOf(b) ? -1 : 1))
    .map((slot) => ({
      key: slot + NONE,
      open: open[slot]!,
      inProgress: inProgress[slot]!,
      overdue: overdue[slot]!,
      finished: finished[slot]!,
      keptLast: kept[slot]!,
      cycles: cycles[slot]!,
    }))
}

function shown(load: Load) {
  const { key: _, cycles, ...counts } = load
  return { ...counts, medianCycle: medianOf(cycles) }
}

/** One URL template for all: a URL per person would make up half of the answer. */
function rowsBy({ rows }: PanelInput, filter: 'department' | 'assignee') {
  const one = { [filter]: `{${filter}}` }
  return {
    open: rows({ mark: 'open', ...one }),
    inProgress: rows({ mark: 'open', status: 'in_progress', ...one }),
    overdue: rows({ mark: 'overdue', ...one }),
    finished: rows({ mark: 'finished', ...one }),
    cycle: rows({ mark: 'finished', measure: 'cycle', ...one }),
  }
}

/** People are identified by id: their names are in the database. */
export function workloadOf(input: PanelInput) {
  const { present, departments, people } = input.model
  const byAssignee = loadsBy(input, people.all, present.assignee)
  return {
    departments: loadsBy(input, departments.all, present.department).map((load) => ({
      key: departments.all[load.key]!,
      ...shown(load),
    })),
    assignees: byAssignee.slice(0, MAX_ASSIGNEES).map((load) => ({
      id: people.all[load.key] ?? null,
      ...shown(load),
    })),
    hasMoreAssignees: byAssignee.length > MAX_ASSIGNEES,
    rows: { department: rowsBy(input, 'department'), assignee: rowsBy(input, 'assignee') },
  }
}
