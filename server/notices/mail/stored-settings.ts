import { z } from 'zod'
import { SMTP_PORT, SmtpSecurity } from '../../../shared/email-settings.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'

/** One row of `settings` holds everything, so that host and password never come from two different saves. */
const ROW = 'email'

export const Stored = z.object({
  host: z.string().catch(''),
  port: z.int().catch(SMTP_PORT),
  security: SmtpSecurity.catch('starttls'),
  username: z.string().catch(''),
  sealedPassword: z.string().nullable().catch(null),
  sender: z.string().catch(''),
  auditDigestTo: z.string().catch(''),
  version: z.int().catch(0),
})
export type Stored = z.infer<typeof Stored>

export async function readStored(reader: Reader | Tx): Promise<Stored> {
  const row = await reader.selectFrom('settings').select('value').where('key', '=', ROW).executeTakeFirst()
  return Stored.parse(row ? JSON.parse(row.value) : {})
}

/** Whether the office sends mail. */
export async function isMailSetUp(reader: Reader | Tx): Promise<boolean> {
  return (await readStored(reader)).host !== ''
}

export async function writeStored(tx: Tx, stored: Stored, updated_at: string): Promise<void> {
  const row = { value: JSON.stringify(stored), updated_at }
  await tx
    .insertInto('settings')
    .values({ key: ROW, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}
