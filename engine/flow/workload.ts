import { IN_PROGRESS } from './flow-model.ts'
import { isMarked } from './marks.ts'
import { medianOf, Values } from './percentiles.ts'
import type { Question } from './question.ts'

const MOST_ASSIGNEES = 100

interface Load {
  key: number
  open: number
  inProgress: number
  overdue: number
  finished: number
  keptLast: number
  cycles: Values
}

/** What is open and what was finished, for each department or assignee; those with most open first. */
function loadsBy(question: Question, names: readonly string[], keyOf: (index: number) => number): Load[] {
  const { model, facts, parts, period } = question
  // Numbers depend on the order of reading, which differs between processes.
  const nameOf = (key: number) => names[key] ?? ''
  const loads = new Map<number, Load>()
  const loadOf = (key: number) => {
    let load = loads.get(key)
    if (!load)
      loads.set(
        key,
        (load = { key, open: 0, inProgress: 0, overdue: 0, finished: 0, keptLast: 0, cycles: new Values() }),
      )
    return load
  }
  for (const i of parts.open) {
    const load = loadOf(keyOf(i))
    load.open++
    if (model.present.status[i] === IN_PROGRESS) load.inProgress++
    if (isMarked(question, 'overdue', i, period)) load.overdue++
  }
  const { cycle } = facts.spans
  for (const i of parts.finishedIn(period)) {
    const load = loadOf(keyOf(i))
    load.finished++
    if (isMarked(question, 'kept-last', i, period)) load.keptLast++
    if (!Number.isNaN(cycle[i]!)) load.cycles.add(cycle[i]!)
  }
  return [...loads.values()].sort(
    (one, other) =>
      other.open - one.open || other.finished - one.finished || (nameOf(one.key) < nameOf(other.key) ? -1 : 1),
  )
}

function shown(
  { open, inProgress, overdue, finished, keptLast, cycles }: Load,
  question: Question,
  filter: Record<string, string>,
) {
  const rows = {
    open: question.rows({ mark: 'open', ...filter }),
    inProgress: question.rows({ mark: 'open', status: 'in_progress', ...filter }),
    overdue: question.rows({ mark: 'overdue', ...filter }),
    finished: question.rows({ mark: 'finished', ...filter }),
    cycle: question.rows({ mark: 'finished', measure: 'cycle', ...filter }),
  }
  return { open, inProgress, overdue, finished, keptLast, medianCycle: medianOf(cycles), rows }
}

/** People are told by their ids: their names are in the database. */
export function workloadOf(question: Question) {
  const { present, departments, people } = question.model
  const byAssignee = loadsBy(question, people.all, (i) => present.assignee[i]!)
  return {
    departments: loadsBy(question, departments.all, (i) => present.department[i]!).map((load) => {
      const key = departments.all[load.key]!
      return { key, ...shown(load, question, { department: key }) }
    }),
    assignees: byAssignee.slice(0, MOST_ASSIGNEES).map((load) => {
      const id = people.all[load.key] ?? null
      return { id, ...shown(load, question, { assignee: id ?? 'unassigned' }) }
    }),
    hasMoreAssignees: byAssignee.length > MOST_ASSIGNEES,
  }
}
