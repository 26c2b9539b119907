import { z } from 'zod'
import { reference } from './text.ts'
import { PersonName } from './users.ts'

/** What a notice can tell. */
export const NOTICE_CODES = [
  /** a request was created in my department */
  'created',
  'assigned',
  'status',
  /** rejected, with its reason */
  'declined',
  /** somebody decided on a suggestion for my request */
  'decision',
  'comment',
  'mention',
  /** a comment with a question that waits for my answer */
  'question',
  'due-soon',
  'overdue',
  'batch-ready',
  'report-ready',
  /** to those who manage backups: one failed, or is not proven */
  'backup-failed',
  /** to those who manage backups: for twice the interval of the schedule, none was proven */
  'backup-missing',
  /** a sign-in from a place that this account was not used from before */
  'sign-in',
] as const
export type NoticeCode = (typeof NOTICE_CODES)[number]

/** Why somebody gets a notice, the strongest first. */
export const NOTICE_REASONS = [
  'mention',
  'question',
  'assigned',
  'own',
  'commented',
  'watching',
  'department',
  /** they started the batch */
  'started',
  /** they scheduled the report */
  'scheduled',
  /** somebody's schedule sends them the report */
  'sent',
  /** it is about their account */
  'account',
  /** they manage backups */
  'backups',
] as const
export type NoticeReason = (typeof NOTICE_REASONS)[number]

/**
 * What a notice says, as values. Names, titles and excerpts are read when the notice is, never stored. A bundled notice
 * has a `count` above 1 and no single request.
 */
const NoticeValues = z.object({
  /** how many events it bundles; 1 for a single one */
  count: z.int(),
  /** how many requests these are about that the reader sees; a bundle of comments may be about one */
  requests: z.int(),
  /** the first of these, by number; empty for a notice about a single one, absent from a server older than the page */
  requestIds: z.array(z.string()).optional(),
  actor: PersonName.nullable(),
  /** title of the request */
  title: z.string().nullable(),
  department: z.string().nullable(),
  /** of a status: the wire value before and after */
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  dueDate: z.string().nullable(),
  commentId: z.string().nullable(),
  /** beginning of the comment, on one line */
  excerpt: z.string().nullable(),
  /** of a report or batch: its name and address within the page */
  name: z.string().nullable(),
  path: z.string().nullable(),
  /** rows of a report, or suggestions of a batch that differ from what is set */
  rows: z.int().nullable(),
  /** client address of a sign-in */
  address: z.string().nullable(),
})
/** @public */
export type NoticeValues = z.infer<typeof NoticeValues>

export const Notice = z.object({
  id: z.string(),
  code: z.enum(NOTICE_CODES),
  values: NoticeValues,
  /** RFD-<year>-<number>; null when it is about no single request */
  requestId: z.string().nullable(),
  /** all that apply, the strongest first */
  reasons: z.array(z.object({ code: z.enum(NOTICE_REASONS) })),
  readAt: z.string().nullable(),
  at: z.string(),
})
export type Notice = z.infer<typeof Notice>

/** Query of GET /api/notices: newest first. */
export const NoticesQuery = z.strictObject({
  /** `unread`, `mentions` (and questions), or everything */
  show: z.enum(['unread', 'mentions', 'all']).optional(),
  page: z.coerce.number().int().min(1).max(10_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export type NoticesQuery = z.infer<typeof NoticesQuery>

/** Answer of GET /api/notices. `total` counts what `show` selects; `unread` and `mentions` count unread ones of all. */
export const Notices = z.object({
  notices: z.array(Notice),
  total: z.int(),
  unread: z.int(),
  mentions: z.int(),
})
export type Notices = z.infer<typeof Notices>

/** Body of POST /api/notices/read and /unread. Ids of other people have no effect; a number means the notices about it. */
export const NoticeMarks = z.union([
  z.strictObject({ requestId: reference() }),
  z.strictObject({ ids: z.array(reference()).min(1).max(100) }),
  z.strictObject({ all: z.literal(true) }),
])
export type NoticeMarks = z.infer<typeof NoticeMarks>

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 08:00')

/** Where notices of one kind arrive. */
const NoticeChannels = z.strictObject({ app: z.boolean(), mail: z.boolean() })
export type NoticeChannels = z.infer<typeof NoticeChannels>

/** In the office's time zone. */
export const NoticePreferences = z.strictObject({
  events: z.strictObject(
    Object.fromEntries(NOTICE_CODES.map((code) => [code, NoticeChannels])) as Record<NoticeCode, typeof NoticeChannels>,
  ),
  /** how mail comes: each after a minute, or gathered every hour, or once a day at `at` */
  digest: z.enum(['off', 'hourly', 'daily']),
  at: Clock,
  /** no mail and no announcement between these times; sign-ins excepted */
  quietHours: z.strictObject({ from: Clock, to: Clock }).nullable(),
})
export type NoticePreferences = z.infer<typeof NoticePreferences>

/** Answer of GET and PUT /api/profile/notices. */
export const StoredNoticePreferences = NoticePreferences.extend({
  /** whether the office sends mail */
  mail: z.boolean(),
  /** 0 until the person has decided; grows with every change, also by a mute link */
  version: z.int(),
})
export type StoredNoticePreferences = z.infer<typeof StoredNoticePreferences>

/**
 * Body of PUT /api/profile/notices, and of POST /api/profile/notices/budget, which ignores the version. People send back
 * what they got; `version` is the one that the editor loaded.
 */
export const NoticePreferencesChange = NoticePreferences.extend({
  mail: z.boolean().optional(),
  version: z.int().min(0).optional(),
})
export type NoticePreferencesChange = z.infer<typeof NoticePreferencesChange>

/**
 * Answer of POST /api/profile/notices/budget: notices of the last seven days with the stored and with the sent preferences.
 */
// oxlint-disable-next-line unicorn/no-thenable -- the specification names it, and nobody awaits the schema
export const NoticeBudget = z.object({ now: z.int(), then: z.int() })
export type NoticeBudget = z.infer<typeof NoticeBudget>

/** Answer of GET /api/requests/{id}/watchers: an array of these. */
export const Watcher = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })
export type Watcher = z.infer<typeof Watcher>

/** Query of GET /api/waiting. */
export const WaitingQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(50).optional() })
export type WaitingQuery = z.infer<typeof WaitingQuery>

/** What waits for a person, most pressing first: on both dashboards. */
const WaitingItem = z.object({
  /** `question`: unanswered, in a comment; `overdue`, `due-soon`: assigned to me; `review`: pending in my department */
  code: z.enum(['question', 'overdue', 'due-soon', 'review']),
  requestId: z.string(),
  title: z.string(),
  dueDate: z.string(),
  /** who asked, and in which comment; null but for questions */
  actor: PersonName.nullable(),
  commentId: z.string().nullable(),
  excerpt: z.string().nullable(),
  at: z.string(),
})
/** `total` counts at most 1,000 of each kind. */
export const Waiting = z.object({ items: z.array(WaitingItem), total: z.int() })
export type Waiting = z.infer<typeof Waiting>
