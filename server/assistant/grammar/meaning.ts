import type { DevelopmentType } from '../../../shared/ai.ts'
import type { Group, Measure, Sort, Stage, Statistic } from '../../../shared/assistant/query.ts'
import type { Event } from '../../../shared/assistant/words.ts'
import type { Department, Priority, Status } from '../../../shared/requests.ts'

export type Role = 'assignee' | 'requester'

/** The meaning of a phrase of the grammar. */
export type Meaning =
  | {
      kind: 'status'
      status: Status[]
      /** the event that leads to the status */ event?: Event
      /** an active verb, whose subject did it */ isVerb?: boolean
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
  /** a step of the process with a published time */
  | { kind: 'step' }
  /** "when could I have it" */
  | { kind: 'when' }
  /** where a request stands */
  | { kind: 'outlook' }
  /** the period before the named one */
  | { kind: 'preceding' }
  | { kind: 'workload' }
  /** "percentage"; with its part: "rejection rate" */
  | { kind: 'rate'; status?: Status[]; overdue?: boolean; late?: boolean }
  /** usually after "by"; `person` is "who" */
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
  /** no activity for a period */
  | { kind: 'idle' }
  | { kind: 'older' }
  | { kind: 'younger' }
  | { kind: 'now' }
  | { kind: 'all' }
  /** introduces the topic that requests have to mention */
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
  /** a known word without an answer: reported as left out rather than taken for a typo or a topic */
  | { kind: 'unasked' }
  /** has no meaning, and is never reported as left out */
  | { kind: 'filler' }

/** Phrases separated by semicolons; `a/b` are alternative words, `(x)` is optional. */
export type Entry = readonly [meaning: Meaning, phrases: string]
