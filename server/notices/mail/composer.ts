import type { Reader } from '../../platform/database/db.ts'
import type { MailKind } from '../../platform/database/mail-tables.ts'
import type { MailContent } from './content.ts'

/** A mail whose text is made. */
interface Composing {
  id: string
  personId: string | null
  about: unknown
  /** of the office */
  timeZone: string
  /** of links; undefined while the office has no address */
  publicUrl: string | undefined
}

/** Why a mail is not sent after all. */
export type DropReason = 'no-server' | 'no-address' | 'deactivated' | 'nothing-to-tell'

type Composed =
  | { content: MailContent; address?: string; thread?: string | undefined; unsubscribeUrl?: string | undefined }
  | { dropped: DropReason }

/** Makes what a mail says at the time of sending, or finds that nothing is left to say. */
type Composer = (reader: Reader, mail: Composing) => Promise<Composed>
export type Composers = Partial<Record<MailKind, Composer>>
