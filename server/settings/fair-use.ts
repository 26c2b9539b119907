import { isDeepStrictEqual } from 'node:util'
import type { FairUse, FairUseSettings } from '../../shared/settings.ts'
import { record } from '../audit/service.ts'
import type { Actor, Services } from '../services.ts'
import { changePolicy, getPolicy, mayManageSettings } from './service.ts'

export async function getFairUse(
  { db, config }: Pick<Services, 'db' | 'config'>,
  actor: Actor,
): Promise<FairUseSettings> {
  mayManageSettings(actor)
  const { fairUse } = await getPolicy(db)
  return { ...fairUse, enforced: config.rateLimits }
}

/** Counts from the next call on, for everybody. */
export async function changeFairUse(
  office: Pick<Services, 'db' | 'config' | 'clock' | 'sessions'>,
  actor: Actor,
  fairUse: FairUse,
): Promise<FairUseSettings> {
  mayManageSettings(actor)
  await changePolicy(office, { fairUse }, async (tx, { fairUse: before }) => {
    if (isDeepStrictEqual(before, fairUse)) return
    const details = { before, after: fairUse }
    await record(tx, office.clock, { actorId: actor.id, action: 'settings.fair-use-changed', details })
  })
  return { ...fairUse, enforced: office.config.rateLimits }
}
