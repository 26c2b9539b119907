import type { Deps } from '../../mail/deps.ts'
import { preferencesOf, storePreferences } from '../preferences.ts'
import { newestEntryOf, storeChoice } from '../watch-queries.ts'
import { mutedInWords } from './notice-content.ts'
import { readMuteToken } from './mute-token.ts'
import { findActivePerson, lockRequestNumber } from './queries.ts'

type MuteDeps = Pick<Deps, 'db' | 'clock' | 'config'>

/** What a mute link is about, in words. @returns undefined for a forged, foreign or expired link */
export function openMuteLink({ clock, config }: MuteDeps, token: string): string | undefined {
  const muted = readMuteToken(config.secretKey, token, clock())
  return muted && mutedInWords(muted)
}

/**
 * Ends what the link names: the person stops watching the request, or gets no more mail of the kind.
 * @returns it in words; undefined for a forged, foreign or expired link, and for an account that has ended
 */
export async function useMuteLink({ db, clock, config }: MuteDeps, token: string): Promise<string | undefined> {
  const muted = readMuteToken(config.secretKey, token, clock())
  if (!muted) return undefined
  const { personId } = muted
  return db.write(async (tx) => {
    if (!(await findActivePerson(tx, personId))) return undefined
    if ('code' in muted) {
      const preferences = await preferencesOf(tx, personId)
      const events = { ...preferences.events, [muted.code]: { ...preferences.events[muted.code], mail: false } }
      await storePreferences(tx, personId, { ...preferences, events })
      return mutedInWords(muted)
    }
    const number = await lockRequestNumber(tx, muted.requestId)
    if (number === undefined) return undefined
    const after_id = await newestEntryOf(tx, number)
    const at = clock().toISOString()
    await storeChoice(tx, { request_number: number, person_id: personId, after_id, watches: 0, at })
    return mutedInWords(muted)
  })
}
