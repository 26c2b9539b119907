import { isDeepStrictEqual } from 'node:util'
import { NOTICE_CODES, type NoticeChannels, type NoticeCode, type NoticePreferences } from '../../shared/notices.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { lockByName } from '../platform/database/dialect.ts'

const BY_MAIL: readonly NoticeCode[] = [
  'mention',
  'question',
  'assigned',
  'declined',
  'decision',
  'overdue',
  'report-ready',
  'backup-failed',
  'backup-missing',
  'sign-in',
]

/** What people get who have not decided otherwise. */
export const DEFAULT_PREFERENCES: NoticePreferences = {
  events: eventsFrom((code) => ({ app: true, mail: BY_MAIL.includes(code) })),
  digest: 'off',
  at: '08:00',
  quietHours: null,
}

function eventsFrom(channels: (code: NoticeCode) => NoticeChannels): NoticePreferences['events'] {
  return Object.fromEntries(NOTICE_CODES.map((code) => [code, channels(code)])) as NoticePreferences['events']
}

/** A person's preferences, complete: kinds that were added later have their defaults. */
export async function preferencesOf(reader: Reader, personId: string): Promise<NoticePreferences> {
  return (await preferencesOfAll(reader, [personId]))(personId)
}

/** As `preferencesOf`, of several people with one query. */
export async function preferencesOfAll(
  reader: Reader,
  personIds: readonly string[],
): Promise<(personId: string) => NoticePreferences> {
  if (personIds.length === 0) return () => DEFAULT_PREFERENCES
  const rows = await reader.selectFrom('notice_preferences').selectAll().where('person_id', 'in', personIds).execute()
  const stored = new Map(rows.map((row) => [row.person_id, complete(row.preferences)]))
  return (personId) => stored.get(personId) ?? DEFAULT_PREFERENCES
}

/** A state of a person's preferences; version 0: they have not decided. */
export interface VersionedPreferences {
  preferences: NoticePreferences
  version: number
}

export async function versionedPreferences(reader: Reader | Tx, personId: string): Promise<VersionedPreferences> {
  const query = reader.selectFrom('notice_preferences').select(['preferences', 'version'])
  const row = await query.where('person_id', '=', personId).executeTakeFirst()
  if (!row) return { preferences: DEFAULT_PREFERENCES, version: 0 }
  return { preferences: complete(row.preferences), version: row.version }
}

/**
 * Changes a person's preferences: no other change of theirs comes between reading and storing them.
 * @returns whether that changes anything
 */
export async function changePreferences(
  tx: Tx,
  personId: string,
  change: (before: VersionedPreferences) => NoticePreferences,
): Promise<boolean> {
  await lockByName(tx, `notice-preferences ${personId}`)
  const before = await versionedPreferences(tx, personId)
  const after = change(before)
  if (isDeepStrictEqual(after, before.preferences)) return false
  const stored = { preferences: JSON.stringify(after), version: before.version + 1 }
  await tx
    .insertInto('notice_preferences')
    .values({ person_id: personId, ...stored })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(stored))
    .execute()
  return true
}

function complete(text: string): NoticePreferences {
  const stored = JSON.parse(text) as NoticePreferences
  const events = eventsFrom((code) => stored.events[code] ?? DEFAULT_PREFERENCES.events[code])
  return { ...DEFAULT_PREFERENCES, ...stored, events }
}
