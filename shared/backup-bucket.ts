import { z } from 'zod'

export const BACKUP_TARGETS = ['folder', 'bucket'] as const

/** Fields of Settings → Backup about where backups go. Allowed endpoints are checked by the server. */
const BackupTargetFields = {
  target: z.enum(BACKUP_TARGETS, { error: 'Backups go to a folder or to a bucket' }),
  /** empty: Amazon's */
  endpoint: z.string({ error: 'The address must be text' }).trim().max(300, 'At most 300 characters'),
  region: z
    .string({ error: 'The region must be text' })
    .trim()
    .regex(/^[a-z0-9-]{1,40}$/, 'A region looks like eu-central-1'),
  bucket: z
    .string({ error: 'The bucket must be text' })
    .trim()
    .regex(
      /^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'A bucket’s name has 3 to 63 small letters, digits, dots and hyphens',
    ),
  /** before the names of all backups */
  prefix: z
    .string({ error: 'The prefix must be text' })
    .trim()
    .max(200, 'At most 200 characters')
    .overwrite((text) => text.replace(/^\/+|\/+$/g, ''))
    .regex(
      /^$|^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/,
      'A prefix looks like office/daily, with letters, digits, dots, hyphens and _',
    ),
  accessKeyId: z
    .string({ error: 'The access key must be text' })
    .trim()
    .max(200, 'At most 200 characters')
    .regex(/^[\x21-\x7e]*$/, 'An access key has no spaces, and only plain letters, digits and symbols'),
}

const secretKey = z
  .string({ error: 'The secret key must be text' })
  .trim()
  .min(1, 'Enter the secret key')
  .max(500, 'At most 500 characters')
  .regex(/^[\x21-\x7e]*$/, 'A secret key has no spaces, and only plain letters, digits and symbols')

/** Part of the body of PUT /api/settings/backup. Omitted fields are unchanged. */
export const BackupTargetChange = z.object(BackupTargetFields).partial().extend({
  /** belongs to the endpoint it was entered for, and is dropped with another; null removes it */
  secretKey: secretKey.nullable().optional(),
})

/** Part of the answer of GET and PUT /api/settings/backup. The secret key itself never leaves the server. */
export const BackupTarget = z.object({
  target: z.enum(BACKUP_TARGETS),
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  accessKeyId: z.string(),
  hasSecretKey: z.boolean(),
  /** false: SECRET_KEY has changed since, so it has to be entered again */
  isSecretKeyReadable: z.boolean(),
})

const TARGET_FAILURES = ['taken', 'gone', 'refused', 'missing', 'full', 'unavailable'] as const
/** `missing`: the folder or the bucket itself; `refused`: not with these keys or rights */
export type TargetFailureCode = (typeof TARGET_FAILURES)[number]

/** Answer of POST /api/settings/backup/test, which stores an object, reads it and removes it. */
export const BackupTargetTested = z.object({
  /** null: it works */
  failure: z.enum([...TARGET_FAILURES, 'altered']).nullable(),
  /** what was tried, such as `s3://bucket/prefix` */
  where: z.string(),
  /** the bucket's own answer; empty without one */
  answer: z.string(),
})
export type BackupTargetTested = z.infer<typeof BackupTargetTested>
