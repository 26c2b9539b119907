import type { EstimateSettings } from '../../shared/settings.ts'
import { record } from '../audit/service.ts'
import type { Actor, Services } from '../services.ts'
import { changePolicy, getPolicy, mayManageSettings } from './service.ts'

export async function getEstimateSettings({ db }: Pick<Services, 'db'>, actor: Actor): Promise<EstimateSettings> {
  mayManageSettings(actor)
  const { estimateDays } = await getPolicy(db)
  return { estimateDays }
}

/** Counts from the next estimate on; those that are stored keep the days they were made with. */
export async function changeEstimateSettings(
  office: Pick<Services, 'db' | 'clock' | 'sessions'>,
  actor: Actor,
  { estimateDays }: EstimateSettings,
): Promise<EstimateSettings> {
  mayManageSettings(actor)
  await changePolicy(office, { estimateDays }, async (tx, { estimateDays: before }) => {
    if (before === estimateDays) return
    const details = { before, after: estimateDays }
    await record(tx, office.clock, { actorId: actor.id, action: 'settings.estimate-days-changed', details })
  })
  return { estimateDays }
}
