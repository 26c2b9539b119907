import { NOTICE_CODES, type NoticePreferences } from '../../../shared/notices.ts'
import { record } from '../../audit/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../mail/deps.ts'
import { changePreferences } from '../preferences.ts'
import { hasChoice, newestEntryOf, storeChoice } from '../watch-queries.ts'
import { mutedInWords } from './notice-content.ts'
import { isSecurity, type Muted, readMuteToken } from './mute-token.ts'
import { findActivePerson, lockRequestNumber } from './queries.ts'

type MuteDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** What a mute link is about, in words. @returns undefined for a forged, foreign or expired link */
export function openMuteLink({ clock, config }: MuteDeps, token: string): string | undefined {
  const muted = readMuteToken(config.secretKey, token, clock())
  return muted && mutedInWords(muted)
}

/**
 * Ends what the link names: the person stops watching the request, or gets no more mail of the kind or of all kinds
 * that digests gather. What that changes is in the audit log.
 * @returns it in words; undefined for a forged, foreign or expired link, and for an account that has ended
 */
export async function useMuteLink({ db, clock, config }: MuteDeps, token: string): Promise<string | undefined> {
  const muted = readMuteToken(config.secretKey, token, clock())
  if (!muted) return undefined
  const { personId } = muted
  return db.write(async (tx) => {
    if (!(await findActivePerson(tx, personId))) return undefined
    const isChanged = 'requestId' in muted ? await endWatching(tx, clock(), muted) : await endMail(tx, muted)
    if (isChanged === undefined) return undefined
    if (isChanged) {
      const topic = 'requestId' in muted ? muted.requestId : 'code' in muted ? muted.code : 'digest'
      await record(tx, clock, { actorId: personId, action: 'mail.muted', details: { topic } })
    }
    return mutedInWords(muted)
  })
}

type Topic<K extends string> = Extract<Muted, Record<K, unknown>>

/** @returns whether that is new; undefined if there is no such request */
async function endWatching(
  tx: Tx,
  now: Date,
  { personId, requestId }: Topic<'requestId'>,
): Promise<boolean | undefined> {
  const number = await lockRequestNumber(tx, requestId)
  if (number === undefined) return undefined
  const after_id = await newestEntryOf(tx, number)
  const choice = { request_number: number, person_id: personId, after_id, watches: 0 } as const
  if (await hasChoice(tx, choice)) return false
  await storeChoice(tx, { ...choice, at: now.toISOString() })
  return true
}

/** @returns whether that changes anything */
function endMail(tx: Tx, muted: Topic<'code'> | Topic<'digest'>): Promise<boolean> {
  const ends = 'code' in muted ? [muted.code] : NOTICE_CODES.filter((code) => !isSecurity(code))
  return changePreferences(tx, muted.personId, ({ preferences }) => {
    const off = ends.map((code) => [code, { ...preferences.events[code], mail: false }])
    // Safe: complete before, and so after.
    const events = { ...preferences.events, ...Object.fromEntries(off) } as NoticePreferences['events']
    return { ...preferences, events }
  })
}
