import { readFileSync } from 'node:fs'
import type { Department, Priority, Status } from '../../shared/requests.ts'
import type { Period } from './periods.ts'

/** The account that asks: one of three demo accounts. */
export type Asker = 'user' | 'manager' | 'admin'

/** A question and the criteria of a good answer. Documented in README.md. */
export interface Label {
  id: string
  asker: Asker
  /** earlier questions of the same conversation */
  before?: string[]
  question: string
  expect: Expectation
}

/** Any of several readings is right (`anyOf`), or all parts of a question must be answered (`allOf`). */
export type Expectation = { anyOf: Expectation[] } | { allOf: Expectation[] } | DataLabel | WordLabel

/** A person by first name, `me` for the asker, `nobody` for an empty field. */
export type PersonWord = string
export type Bound = Partial<Record<'<' | '>', number>>

/** All restrictions must hold. Events count only for the present state: `rejected` means rejected at that time, and still so. */
export interface Where {
  status?: Status[]
  open?: true
  overdue?: true
  priority?: Priority[]
  department?: Department[]
  requester?: PersonWord[]
  assignee?: PersonWord[]
  created?: Period
  updated?: Period
  due?: Period
  completed?: Period
  rejected?: Period
  cancelled?: Period
  /** days since the due date, of an overdue request */
  lateBy?: Bound
  /** days since it was created */
  age?: Bound
  /** days from created to completed */
  took?: Bound
  finishedLate?: true
  startedEver?: true
  titleHas?: string[]
  textHas?: string[]
  /** excludes rows that match one of these */
  not?: Where[]
}

export type GroupBy =
  'status' | 'priority' | 'department' | 'type' | 'requester' | 'assignee' | 'createdMonth' | 'completedMonth'
/** Days: created to completed, started to completed, created to now, due date to today (or to completion), created to started. */
export type Measure = 'lead' | 'cycle' | 'age' | 'late' | 'wait'
/** `due asc`: the earliest due date first. */
export type Order = `${'created' | 'due' | 'completed' | Measure} ${'asc' | 'desc'}`
interface Side {
  /** words by which an answer may name it */
  name: string[]
  where: Where
}
/** A placeholder such as `{oldestOverdue}`, a title, or the first one of a list. */
export type RequestWord = string | { title: string } | { order: Order; where: Where }
export type Fact =
  'status' | 'priority' | 'department' | 'requester' | 'assignee' | 'created' | 'due' | 'completed' | 'lead' | 'reason'

/** Expectations that `truth.ts` can compute. */
export type DataLabel =
  | { kind: 'count'; where: Where }
  | { kind: 'list'; where: Where; order?: Order; limit?: number; skip?: number }
  | { kind: 'rank'; by: GroupBy; most: boolean; of: 'count' | Measure; top: number; skip?: number; where: Where }
  | { kind: 'group'; by: GroupBy; where: Where }
  /** the mean or the median is accepted unless one of them was asked for */
  | { kind: 'average'; of: Measure; centre?: 'median'; where: Where }
  | { kind: 'compare'; of: 'count' | Measure; sides: Side[] }
  | { kind: 'trend'; event: 'created' | 'completed'; by: 'month' | 'week'; last: number; of?: Measure; where: Where }
  | { kind: 'share'; where: Where; of: Where }
  | { kind: 'one'; request: RequestWord; facts: Fact[] }

/** Expectations that are graded by words and links. */
export type WordLabel =
  /** must contain a word of each group */
  | { kind: 'guide'; mention: string[][] }
  /** the titles must be among the requests shown; `orNone`: saying that there are none is right, too */
  | { kind: 'similar'; includes: string[]; to?: string; orNone?: true }
  /** says that it changes nothing, and links to one of these pages */
  | { kind: 'action'; opens: string[] }
  | { kind: 'forecast' }
  | { kind: 'refuse' }
  /** ambiguous, or not expressible in one query: the answer must ask back */
  | { kind: 'unclear' }
  /** an honest sentence in this language, or the answer itself */
  | { kind: 'language'; language: 'ar' | 'fr'; or?: Expectation }

export function readLabels(file: string | URL): Label[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Label)
}
