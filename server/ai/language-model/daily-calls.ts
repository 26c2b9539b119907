import { dateIn } from '../../../shared/dates.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import type { Deps } from './deps.ts'
import type { LanguageModelSetup } from './settings.ts'
import type { SkipReason } from './notes.ts'

/** Stands for the whole office. */
const OFFICE = ''

/** The office's date, such as `2026-11-20`. */
export async function today({ clock, settings }: Pick<Deps, 'settings' | 'clock'>): Promise<string> {
  const { timeZone } = await settings.policy()
  return dateIn(timeZone, clock())
}

/** The number of calls on a day: of the office, and of `person` where one is given. */
export async function callsOn(reader: Reader, day: string, person: string | null) {
  const rows = await reader
    .selectFrom('language_model_days')
    .select(['person_id', 'calls'])
    .where('day', '=', day)
    .where('person_id', 'in', [OFFICE, person ?? OFFICE])
    .execute()
  const of = (id: string) => rows.find(({ person_id }) => person_id === id)?.calls ?? 0
  return { office: of(OFFICE), own: person === null ? 0 : of(person) }
}

/**
 * Which daily limit is reached.
 * @param calls of the office and of the person, as `callsOn` counts them
 * @param underWay the person of each running question that is not counted yet
 */
export function limitReached(
  { callsPerDay, callsPerPersonPerDay }: LanguageModelSetup,
  calls: Awaited<ReturnType<typeof callsOn>>,
  person: string | null,
  underWay: readonly (string | null)[],
): SkipReason | undefined {
  if (calls.office + underWay.length >= (callsPerDay ?? Infinity)) return 'used-up'
  if (person === null) return undefined
  const own = calls.own + underWay.filter((one) => one === person).length
  return own >= (callsPerPersonPerDay ?? Infinity) ? 'own-used-up' : undefined
}

/** Deletes the counts of earlier days: who called how often is not retained. */
export async function countCalls(
  tx: Tx,
  { day, person, calls }: { day: string; person: string | null; calls: number },
): Promise<void> {
  await tx.deleteFrom('language_model_days').where('day', '<', day).execute()
  // The office's row last: its lock blocks all other calls.
  for (const person_id of [person ?? OFFICE, OFFICE].slice(person === null ? 1 : 0)) {
    await tx
      .insertInto('language_model_days')
      .values({ day, person_id, calls })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'person_id'])
          .doUpdateSet((set) => ({ calls: set('language_model_days.calls', '+', calls) })),
      )
      .execute()
  }
}
