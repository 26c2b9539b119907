import type { DevelopmentType } from '../../../shared/ai.ts'
import type { Group, Measure, Sort, Stage, Statistic } from '../../../shared/assistant/query.ts'
import type { Event } from '../../../shared/assistant/words.ts'
import type { Department, Priority, Status } from '../../../shared/requests.ts'

export type Role = 'assignee' | 'requester'

/** What a phrase of the grammar says. */
export type Meaning =
  | {
      kind: 'status'
      status: Status[]
      /** what happens then */ event?: Event
      /** as said without "not": "unfinished" for "not finished" */ negated?: Status[]
      /** a verb of doing, whose subject is who did it */ isVerb?: boolean
    }
  | { kind: 'priority'; priority: Priority[]; /** said of what is loosely named, as "urgent" */ isLoose?: boolean }
  | { kind: 'department'; department: Department[] }
  | { kind: 'type'; type: DevelopmentType[] }
  | { kind: 'overdue'; /** became, rather than is */ becomes?: boolean }
  | { kind: 'on-time' }
  | { kind: 'unassigned' }
  | { kind: 'assigned' }
  | { kind: 'role'; role: Role }
  | { kind: 'me'; role?: Role }
  | { kind: 'event'; event: Event; role?: Role }
  | { kind: 'measure'; measure: Measure }
  | { kind: 'statistic'; statistic: Statistic }
  | { kind: 'stage'; stage: Stage }
  /** a step of the process, of which times are published */
  | { kind: 'step' }
  /** "when could I have it" */
  | { kind: 'when' }
  /** where a request stands */
  | { kind: 'outlook' }
  /** the time before the one that was named */
  | { kind: 'preceding' }
  | { kind: 'workload' }
  /** "percentage", then what of it: "rejection rate" */
  | { kind: 'rate'; status?: Status[]; overdue?: boolean; late?: boolean }
  /** `person` is "who"; `by` was said before it */
  | { kind: 'group'; group: Group | 'person'; /** "departments", "monthly": a group without "by" */ isPlural?: boolean }
  | { kind: 'by' }
  | { kind: 'trend' }
  | {
      kind: 'order'
      order: 'most' | 'fewest'
      /** "slowest" of groups: by their durations */ isDuration?: boolean
      /** "the highest share of" */ isShare?: boolean
    }
  | { kind: 'sort'; sort: Sort }
  | { kind: 'first' }
  | { kind: 'last' }
  | { kind: 'compare' }
  | { kind: 'versus' }
  | { kind: 'not'; /** "without", "except": whatever follows, joined by "and" */ isList?: boolean }
  | { kind: 'and' }
  | { kind: 'or' }
  | { kind: 'noun' }
  | { kind: 'yet' }
  | { kind: 'more' }
  | { kind: 'less' }
  /** nothing happened for so long */
  | { kind: 'idle' }
  | { kind: 'older' }
  | { kind: 'younger' }
  | { kind: 'now' }
  | { kind: 'all' }
  /** words after it are what requests are to mention */
  | { kind: 'about' }
  | { kind: 'similar' }
  | { kind: 'future' }
  | { kind: 'guide' }
  | { kind: 'why' }
  | { kind: 'those' }
  | { kind: 'follow' }
  | { kind: 'summary' }
  | { kind: 'single' }
  | { kind: 'command'; command: string }
  /** known, and nothing that can be told of requests: it is named as left out rather than taken for a slip or a topic */
  | { kind: 'unasked' }
  /** takes part in no meaning, and is never left out */
  | { kind: 'filler' }

/** Phrases separated by semicolons; `a/b` are alternatives of one word, `(x)` may be missing. */
export type Entry = readonly [meaning: Meaning, phrases: string]
