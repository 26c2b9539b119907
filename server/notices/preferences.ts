import { NOTICE_CODES, type NoticeCode, type NoticePreferences } from '../../shared/notices.ts'
import type { Reader, Tx } from '../database/db.ts'

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

type Channels = NoticePreferences['events'][NoticeCode]

function eventsFrom(channels: (code: NoticeCode) => Channels): NoticePreferences['events'] {
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
  const stored = new Map(rows.map((row) => [row.person_id, complete(JSON.parse(row.preferences) as NoticePreferences)]))
  return (personId) => stored.get(personId) ?? DEFAULT_PREFERENCES
}

function complete(stored: NoticePreferences): NoticePreferences {
  const events = eventsFrom((code) => stored.events[code] ?? DEFAULT_PREFERENCES.events[code])
  return { ...DEFAULT_PREFERENCES, ...stored, events }
}

export async function storePreferences(tx: Tx, personId: string, preferences: NoticePreferences): Promise<void> {
  const row = { person_id: personId, preferences: JSON.stringify(preferences) }
  await tx
    .insertInto('notice_preferences')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ preferences: row.preferences }))
    .execute()
}
