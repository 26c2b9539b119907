import type { Reader, Tx } from '../platform/database/db.ts'
import { type ChainKey, type Entry, hashOf } from './chain.ts'
import type { HeadNote } from './head-note.ts'

/**
 * Whether the office was restored from a backup since a note was written: its log then rightly ends before the note. The
 * log itself says so, in an entry that nobody without the key can make.
 */
export async function isReplacedSince(
  reader: Reader | Tx,
  key: ChainKey,
  { notedAt }: Pick<HeadNote, 'notedAt'>,
): Promise<boolean> {
  const restored = await reader
    .selectFrom('audit_log')
    .select(['seq', 'at', 'actor_id', 'action', 'target_type', 'target_id', 'details', 'previous_hash', 'hash'])
    .select('address')
    .where('action', '=', 'backup.restored')
    .where('seq', 'is not', null)
    .where('at', '>=', notedAt)
    .orderBy('id', 'desc')
    .limit(1)
    .$castTo<Entry>()
    .executeTakeFirst()
  return restored !== undefined && hashOf(restored, key) === restored.hash
}
