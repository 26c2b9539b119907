import { addDays } from '../shared/dates.ts'
import type { Department, Priority } from '../shared/requests.ts'
import { begin, change, type Life } from './common/life.ts'
import { type Name, OFFICE } from './common/office.ts'
import { between, byWeight, oneOf, type Random, randomFrom, seedOf, uuidFrom } from './common/random.ts'
import { onWorkday, workingDaysAgo } from './common/work-time.ts'

/** A kind of work: its requests and their typical duration. */
interface Kind {
  /** its frequency, relative to the other kinds */
  share: number
  /** median working days of its requests at medium priority */
  days: number
  /** standard deviation of the logarithm of days */
  spread: number
  departments: Partial<Record<Department, number>>
  priorities: Record<Priority, number>
  /** `{object}` and `{reader}` are filled in; each title is used once */
  titles: readonly string[]
  objects: readonly string[]
  readers: readonly string[]
  wish: readonly string[]
}

const MODULES = [
  'the guarantee register',
  'the seizure register',
  'the refund queue',
  'the warehouse ledger',
  'the manifest archive',
  'the valuation screen',
  'the licence register',
  'the inspection calendar',
  'the transit desk',
  'the laboratory list',
  'the statistics desk',
  'the penalty register',
] as const
const PEOPLE = [
  'the night shift at Port East',
  'two new officers of the airport post',
  'the auditors of the ministry',
  'the call centre',
  'a clerk who stands in at the cash desk',
  'the mobile control unit',
  'the post at the north road',
  'the trainees of this year',
] as const
const SYSTEMS = [
  'the tax administration',
  'the port authority',
  'the food safety agency',
  'the statistics office',
  'the company register',
  'the railway',
  'the postal operator',
  'the coast guard',
  'the treasury',
  'the chamber of commerce',
] as const

const KINDS: readonly Kind[] = [
  {
    share: 20,
    days: 1.6,
    spread: 0.5,
    departments: { security: 6, it: 2 },
    priorities: { low: 3, medium: 4, high: 2, critical: 1 },
    titles: ['Access right to {object} for {reader}', 'Withdraw the access right to {object} from {reader}'],
    objects: MODULES,
    readers: PEOPLE,
    wish: [
      'Security asks for read access only: please change the permission in the role and tell us when the accounts can sign in.',
      'The password and the second factor of the accounts stay as they are; only the permission and the role change.',
      'Security has approved the access. The permission should expire by itself after six months, and the log should show it.',
    ],
  },
  {
    share: 18,
    days: 5.5,
    spread: 0.45,
    departments: { operations: 4, it: 3 },
    priorities: { low: 5, medium: 4, high: 1, critical: 0 },
    titles: [
      'Label and layout of {object} on the screen for {reader}',
      'Button and column order in {object} for {reader}',
    ],
    objects: MODULES,
    readers: PEOPLE,
    wish: [
      'The button stands below the fold and the label is cut off; please show both at the top of the page.',
      'On the screen the column with the number is too narrow, so the last digits are hidden. Please make the column wider.',
      'The page should show the date in the format that the form has, and keep the colours of the other screens.',
    ],
  },
  {
    share: 14,
    days: 9,
    spread: 0.45,
    departments: { data: 6, operations: 1 },
    priorities: { low: 3, medium: 5, high: 2, critical: 0 },
    titles: ['Table and index behind {object}: rows for {reader}', 'Old rows in the tables of {object} for {reader}'],
    objects: MODULES,
    readers: PEOPLE,
    wish: [
      'The query over the table takes minutes. An index on date and office would let the database find the rows at once.',
      'Rows older than ten years should move to the archive tables, with a check of the counts before and after.',
      'The table has duplicate rows since the last load. Please remove them and add a unique index on the key.',
    ],
  },
  {
    share: 16,
    days: 15,
    spread: 0.45,
    departments: { compliance: 5, operations: 2, it: 2 },
    priorities: { low: 2, medium: 5, high: 2, critical: 1 },
    titles: ['Rule and calculation in {object} for {reader}', 'Validate amounts in {object} for {reader}'],
    objects: MODULES,
    readers: PEOPLE,
    wish: [
      'The calculation has to follow the new rule: round per item, then add, and refuse a total that differs.',
      'The nightly job should validate each record against the rule and write a reason where it fails.',
      'When the rule is broken the record must be held, and the calculation repeated after every correction.',
    ],
  },
  {
    share: 10,
    days: 17,
    spread: 0.45,
    departments: { it: 5, data: 2 },
    priorities: { low: 2, medium: 5, high: 3, critical: 0 },
    titles: ['API endpoint of {object} for {reader}', 'REST service with JSON answers from {object} for {reader}'],
    objects: MODULES,
    readers: SYSTEMS,
    wish: [
      'Their software should call an endpoint with the reference and get the status as JSON, with paging and an API key.',
      'A webhook or a REST call, documented with OpenAPI, so that clients can ask for changes since a given time.',
      'The endpoint returns the record, answers 404 when there is none, and is limited to sixty calls a minute.',
    ],
  },
  {
    share: 14,
    days: 42,
    spread: 0.4,
    departments: { it: 5, operations: 2 },
    priorities: { low: 1, medium: 5, high: 3, critical: 0 },
    titles: ['Exchange messages between {object} and {reader}', 'Connect {object} with the system of {reader}'],
    objects: MODULES,
    readers: SYSTEMS,
    wish: [
      'Messages go both ways over the gateway, are acknowledged, and are sent again when the other system does not answer.',
      'Both systems exchange the records every hour; the mapping of codes has to be agreed with them first.',
      'The interface to the external system needs a test environment, certificates from both sides and a plan for errors.',
    ],
  },
  {
    share: 8,
    days: 75,
    spread: 0.4,
    departments: { operations: 3, compliance: 2, it: 2 },
    priorities: { low: 1, medium: 5, high: 2, critical: 0 },
    titles: ['New module of the portal: {object} for {reader}', 'Replace {object} with a new application for {reader}'],
    objects: MODULES,
    readers: PEOPLE,
    wish: [
      'A complete module: forms for the trader, a work list for officers, storage of documents, and reports at the end.',
      'The new application takes over screens, rules and data of the old one, with roles, notifications and an archive.',
      'From the form in the portal to the decision and the payment, in one application with its own database.',
    ],
  },
]

/** Factor by which a priority changes the duration. */
const HASTE: Record<Priority, number> = { low: 1.3, medium: 1, high: 0.65, critical: 0.4 }
/** Wording that needs approval takes longer. */
const PACE: Partial<Record<Department, number>> = {
  it: 1,
  operations: 0.95,
  data: 0.95,
  compliance: 1.25,
  security: 0.9,
}

const REQUESTS = 400
/** Range of creation, in working days before now; newer requests come from the stories. */
const [EARLIEST, LATEST] = [560, 40]
const WORKING_YEAR = 261

/** A finished request, waiting for its number. */
export interface DailyWork {
  /** working days before now */
  ago: number
  live: (number: number) => Life
}

/** Finished requests beside the stories: estimates need past requests to compare with. */
export function dailyWork(now: Date): DailyWork[] {
  const random = randomFrom(REQUESTS, 7)
  const titles = new Set<string>()
  return Array.from({ length: REQUESTS }, (_, i) => {
    const ago = EARLIEST - ((i + random() * 0.9) / REQUESTS) * (EARLIEST - LATEST)
    const kind = KINDS[Number(byWeight(random, Object.fromEntries(KINDS.map(({ share }, k) => [k, share]))))]!
    return work(random, ago, kind, titleOf(random, kind, titles), now)
  })
}

function titleOf(random: Random, { titles, objects, readers }: Kind, taken: Set<string>): string {
  for (;;) {
    const title = oneOf(random, titles)
      .replace('{object}', oneOf(random, objects))
      .replace('{reader}', oneOf(random, readers))
    if (taken.has(title)) continue
    taken.add(title)
    return title
  }
}

const REQUESTERS = ['tomas', 'awa', 'mateo', 'yusuf', 'lucia', 'pavel', 'sunniva', 'mai'] as const satisfies Name[]
const MANAGERS = ['samuel', 'nadia', 'ravi', 'huda', 'daniel', 'elena'] as const satisfies Name[]

function work(random: Random, daysAgo: number, kind: Kind, title: string, now: Date): DailyWork {
  const department = byWeight(random, kind.departments as Record<Department, number>)
  const priority = byWeight(random, kind.priorities)
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  // In summer and around the turn of the year fewer people are at work.
  const season = Math.exp(0.15 * Math.cos((daysAgo / WORKING_YEAR) * 4 * Math.PI))
  const typical = kind.days * HASTE[priority] * (PACE[department] ?? 1)
  const days = Math.max(typical * season * Math.exp(kind.spread * normal), 0.2)
  const ago = Math.max(daysAgo, days + 3)
  const id = uuidFrom(random)
  const description = `${oneOf(random, kind.wish)} ${oneOf(random, REASONS)}`
  const requesterId = OFFICE[oneOf(random, REQUESTERS)].id
  const manager = OFFICE[oneOf(random, MANAGERS)].id
  const read = between(random, 2_000, 9_000)
  const at = workingDaysAgo(now, ago)
  const dueDate = onWorkday(addDays(at.toISOString().slice(0, 10), Math.ceil(typical * 2.2) + 4))
  const live = (number: number) => {
    const on = (share: number) => workingDaysAgo(now, ago - days * share)
    const classifiedAt = new Date(at.getTime() + read)
    const life = begin({ number, id, title, description, department, priority, requesterId, dueDate, at, classifiedAt })
    change(life, on(0.15), manager, { assignedToId: manager })
    change(life, on(0.3), manager, { status: 'in_progress' })
    const delay = delayOf(title)
    if (delay) {
      change(life, on(0.5), manager, {
        status: 'pending',
        dueDate: onWorkday(addDays(dueDate, delay.days)),
        reason: delay.reason,
      })
      change(life, on(0.55), manager, { status: 'in_progress' })
    }
    change(life, on(1), manager, { status: 'completed' })
    return life
  }
  return { ago, live }
}

const REASONS = [
  'It came up in the weekly meeting and everybody agreed.',
  'Last month it cost us about a day of work.',
  'There is a workaround on paper, but nobody likes it.',
  'The team has written down three cases for the test.',
  'It was asked for at the last audit, too.',
]

/** Why work went back to the queue with a later due date. */
const DELAYS = [
  'Waiting for test data from the other system',
  'The rule changed, so the wording has to be agreed again',
  'The tester is away until the end of the month',
  'More urgent work after an outage came first',
  'The requester asked for a smaller first part',
]
/** One request in so many is delayed. */
const DELAYED = 7

/** From the title alone, so that the other requests stay as they are. */
function delayOf(title: string): { days: number; reason: string } | null {
  const random = randomFrom(seedOf(`delayed: ${title}`))
  return random() * DELAYED < 1 ? { days: Math.round(between(random, 7, 28)), reason: oneOf(random, DELAYS) } : null
}
