import type { AiStatus } from '../../../shared/ai.ts'
import { countOfAll } from '../../requests/counters/counts.ts'
import { visibleTo } from '../../requests/visibility.ts'
import type { Actor } from '../../platform/actor.ts'
import type { NetworkDeps } from './deps.ts'
import { newestModelRow } from '../host/stored-models.ts'
import { countClassified } from './queries.ts'

/** The engine's status. Counts of requests only for those who may see all of them. */
export async function getStatus(deps: Omit<NetworkDeps, 'clock'>, actor: Actor): Promise<AiStatus> {
  const { db, ai, languageModel, settings } = deps
  const { state, engine, indexed, isTraining } = ai.state()
  const seesAll = visibleTo(actor, await settings.policy()) === null
  const model = await newestModelRow(db.read, 'in use')
  return {
    state,
    engine,
    indexed: seesAll ? indexed : null,
    waiting: seesAll ? Math.max(0, (await countOfAll(db)) - (await countClassified(db))) : null,
    training: isTraining,
    trainedAt: model?.created_at ?? null,
    languageModel: await languageModel.inUse(),
  }
}
