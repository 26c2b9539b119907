import { z } from 'zod'
import { BackupTarget, BackupTargetChange } from './backup-bucket.ts'
import { PersonName } from './users.ts'

export const BACKUP_SCHEDULES = ['daily', 'weekly', 'manual'] as const
export const BACKUP_KEEP_DAYS = [30, 60, 90, 365] as const

const schedule = z.enum(BACKUP_SCHEDULES, { error: 'The schedule must be daily, weekly or manual' })
const at = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 02:00')
const keepDays = z.literal(BACKUP_KEEP_DAYS, { error: 'Backups can be kept for 30, 60, 90 or 365 days' })

const MIN_PASSPHRASE = 12
const passphrase = z
  .string({ error: 'The passphrase must be text' })
  .min(MIN_PASSPHRASE, `At least ${MIN_PASSPHRASE} characters`)
  .max(500, 'At most 500 characters')
  .regex(/^[^\p{Cc}]*$/u, 'A passphrase cannot contain control characters')

const recipient = z
  .string({ error: 'The recipient must be text' })
  .trim()
  .regex(/^age1[0-9a-z]{1,4000}$/, 'A recipient is a public key of age, such as age1…')

/** Answer of GET and PUT /api/settings/backup. The passphrase itself never leaves the server. */
export const BackupSettings = BackupTarget.extend({
  schedule: z.enum(BACKUP_SCHEDULES),
  /** in the office's time zone; weekly backups are made on Sundays */
  at: z.string(),
  keepDays: z.literal(BACKUP_KEEP_DAYS),
  /** whether every moment since can be restored; on SQLite only */
  pointInTime: z.boolean(),
  hasPassphrase: z.boolean(),
  /** false: SECRET_KEY has changed since, so it has to be entered again */
  isPassphraseReadable: z.boolean(),
  /** public key of `age`, whose identity alone opens the backups; null: a passphrase is used, or they are not encrypted */
  recipient: z.string().nullable(),
  /** the folder on the server's machine */
  folder: z.string(),
  version: z.int(),
})
export type BackupSettings = z.infer<typeof BackupSettings>

/** Body of PUT /api/settings/backup. Omitted fields are unchanged. */
export const BackupSettingsChange = BackupTargetChange.extend({
  schedule: schedule.optional(),
  at: at.optional(),
  keepDays: keepDays.optional(),
  pointInTime: z.boolean('Point in time must be on or off').optional(),
  /** takes the place of a recipient; null removes the stored one: backups are then not encrypted */
  passphrase: passphrase.nullable().optional(),
  /** takes the place of a passphrase; null removes it */
  recipient: recipient.nullable().optional(),
  version: z.int().min(0).optional(),
}).strict()
export type BackupSettingsChange = z.infer<typeof BackupSettingsChange>

const BACKUP_STATES = ['queued', 'running', 'proven', 'not-proven', 'failed'] as const
export type BackupState = (typeof BACKUP_STATES)[number]

/** Why a backup failed or is not proven; of a proven one, why a later verification could not run. */
const BACKUP_ERRORS = [
  'interrupted',
  'refused',
  'not-proven',
  'gone',
  'altered',
  'passphrase-unreadable',
  'target-refused',
  'target-missing',
  'target-full',
  'target-unavailable',
] as const
export type BackupErrorCode = (typeof BACKUP_ERRORS)[number]

export const Backup = z.object({
  id: z.string(),
  startedAt: z.string(),
  /** null: by the schedule */
  startedBy: PersonName.nullable(),
  state: z.enum(BACKUP_STATES),
  progress: z.object({ done: z.int(), of: z.int() }),
  size: z.int().nullable(),
  /** SHA-256 of the bytes */
  checksum: z.string().nullable(),
  isEncrypted: z.boolean(),
  /** whose identity alone opens it: the server cannot verify or restore it */
  recipient: z.string().nullable(),
  /** whether it was made with the server's present SECRET_KEY; null: by an earlier version, which did not note it */
  isOfPresentKey: z.boolean().nullable(),
  /** such as `s3://bucket/prefix`; null: in the folder on the server */
  bucket: z.string().nullable(),
  /** rows in it, once it is made */
  requests: z.int().nullable(),
  provenAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** making and first proving it; null: under way, interrupted, or made by an earlier version */
  tookMs: z.int().nullable(),
  error: z.object({ code: z.enum(BACKUP_ERRORS), detail: z.string() }).nullable(),
})
export type Backup = z.infer<typeof Backup>

export const BackupsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export type BackupsQuery = z.infer<typeof BackupsQuery>

/** Answer of GET /api/backups, newest first. */
export const Backups = z.object({
  backups: z.array(Backup),
  total: z.int(),
  /** bytes of all together */
  size: z.int(),
})
export type Backups = z.infer<typeof Backups>

/** `prepared`: it takes place at the server's next start */
export const RESTORE_STATES = ['queued', 'running', 'prepared'] as const

/** Body of POST /api/backups/{id}/restore. */
export const RestoreRequest = z.strictObject({
  /** the office's name, typed */
  confirm: z.string({ error: 'Please type the name of the office' }).max(1000, 'At most 1,000 characters'),
})
export type RestoreRequest = z.infer<typeof RestoreRequest>

/** `missing`: a schedule has had no proven backup for twice its interval */
const BACKUP_WARNINGS = ['failed', 'not-proven', 'missing'] as const

/** Why moments are missing, or will be. */
const POINT_IN_TIME_PROBLEMS = [
  'place-failed',
  'passphrase-unreadable',
  'not-copied',
  'not-captured',
  'changed-elsewhere',
] as const

const PointInTimeStatus = z.object({
  isOn: z.boolean(),
  /** the earliest and the latest moment that can be restored; null: none yet */
  from: z.string().nullable(),
  until: z.string().nullable(),
  problem: z.object({ code: z.enum(POINT_IN_TIME_PROBLEMS), detail: z.string() }).nullable(),
})
export type PointInTimeStatus = z.infer<typeof PointInTimeStatus>

/** `refused`: the command did not accept the backup; `not-switched`: the prepared office could not take its place */
const RESTORE_FAILURES = ['interrupted', 'gone', 'refused', 'not-switched'] as const

/** Why a restore came to nothing. */
export const RestoreFailed = z.object({
  takenAt: z.string(),
  code: z.enum(RESTORE_FAILURES),
  /** the command’s or the database’s own words; empty for the first two */
  detail: z.string(),
  at: z.string(),
})
export type RestoreFailed = z.infer<typeof RestoreFailed>

/** Answer of GET /api/backups/status: what needs an administrator. */
export const BackupStatus = z.object({
  /** a restore that is prepared, or waits for the next start */
  restoring: z
    .object({
      backupId: z.string(),
      /** when the backup was taken */
      takenAt: z.string(),
      askedBy: PersonName,
      askedAt: z.string(),
      state: z.enum(RESTORE_STATES),
    })
    .nullable(),
  /** why the last one came to nothing, until it is dismissed */
  restoreFailed: RestoreFailed.nullable(),
  warning: z.object({ code: z.enum(BACKUP_WARNINGS), lastProvenAt: z.string().nullable() }).nullable(),
  /** the office was restored, and holds what goes out until it is released; null: nothing is held */
  held: z
    .object({
      /** when the backup was made */
      madeAt: z.string(),
      restoredAt: z.string(),
      mails: z.int(),
      /** schedules of reports whose time has passed meanwhile */
      schedules: z.int(),
    })
    .nullable(),
  /** null on PostgreSQL, whose own archiving does this */
  pointInTime: PointInTimeStatus.nullable(),
})
export type BackupStatus = z.infer<typeof BackupStatus>

/** Body of POST /api/backups/release. */
export const Release = z.strictObject({
  /** `send`: mail that waits goes out, and schedules that were missed run once; `drop`: neither */
  waiting: z.enum(['send', 'drop'], { error: 'What waits can be sent or dropped' }),
})
export type Release = z.infer<typeof Release>
