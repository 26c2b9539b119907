import { randomUUID } from 'node:crypto'
import {
  Analysis,
  Classification,
  type AiStatus,
  type ClassifyCall,
  type Feedback,
  type PredictCall,
  type Similar,
  type SimilarCall,
  type Suggestion,
} from '../../shared/ai.ts'
import type { Permission } from '../../shared/permissions.ts'
import type { Reader, Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { answerOnce, type Repeatable } from '../idempotency/service.ts'
import { countOf } from '../requests/counts.ts'
import { NO_CRITERIA } from '../requests/criteria.ts'
import type { RequestRow } from '../requests/row.ts'
import { getRow } from '../requests/service.ts'
import { isVisible, visibleTo } from '../requests/visibility.ts'
import type { Actor, Services } from '../services.ts'
import { getPolicy } from '../settings/service.ts'
import type { Draft, Known } from './ai.ts'
import { classifyWithModel } from './llm/classify.ts'
import { explainWithModel } from './llm/estimate.ts'
import {
  countClassified,
  decideType,
  decisionsAbout,
  findClassification,
  findSuggestion,
  finishedAmong,
  forgetDecisions,
  idsOf,
  insertAnalysis,
  insertSuggestion,
  linkSuggestion,
  newestAnalysis,
  newestModelRow,
  peopleOf,
  requestsNamed,
  setClassification,
  setClassifiedAt,
  storeDecision,
  type SuggestionRow,
} from './queries.ts'
import { recentHistory } from './recent-history.ts'
import { scheduleTraining } from './training.ts'

type Office = Pick<Services, 'db' | 'clock' | 'ai'>
/** For what a person waits for: that may be asked over the network. */
type OpenOffice = Office & Pick<Services, 'languageModel'>

/** Finished requests that an estimate is compared with. */
const COMPARABLES = 10
/** So alike that both may ask for the same: a cautious choice, to be judged by the feedback that offices give. */
const DUPLICATE = 0.6
const LEAST_ALIKE = 0.12
/** With the policy `own`, so many of a person's newest requests are compared with. */
const MOST_OWN = 5000

function mayOnly(actor: Actor, permission: Permission, what: string): void {
  if (!actor.permissions.has(permission)) throw new AppError('not-allowed', `You are not allowed to ${what}.`)
}

/** Suggests values for a draft or a stored request, with a processing time, and stores what was suggested. */
export async function classifyRequest(office: OpenOffice, actor: Actor, call: ClassifyCall): Promise<Suggestion> {
  mayOnly(actor, 'ai.classify', 'have requests classified')
  const { db, clock, ai, languageModel } = office
  const row = call.requestId === undefined ? undefined : await rowFor(office, actor, call.requestId)
  const draft = { title: call.title, description: call.description }
  // What an estimate rests on is looked for while the text is read.
  const known = knownFor(office, actor, draft, row?.id)
  const local = ai.classify(draft)
  const ownOrNone = local.catch(nullWhenDown)
  const [found, own, rests] = await Promise.all([classifyWithModel(languageModel, draft, ownOrNone), ownOrNone, known])
  // Without any answer the engine's own refusal is told.
  const suggested = found ?? (await local)
  const { priority, developmentType, responsibleDepartment: department } = suggested
  const subject = { id: row?.id, ...draft, priority, department, developmentType }
  const processingTime = own && (await ai.estimate(subject, rests).catch(nullWhenDown))
  const result = processingTime ? { ...suggested, processingTime } : suggested
  const at = clock().toISOString()
  const stored = await db.write((tx) =>
    storeSuggestion(tx, result, { at, askedById: actor.id, number: row?.number ?? null }),
  )
  return { ...result, suggestionId: stored, suggestedAt: at, decided: [] }
}

/** Classifies a stored request without anybody asking, and remembers that it was. Its version stays: nobody changed it. */
export async function classifyStored(
  { db, clock, ai }: Office,
  request: { number: number } & Draft,
  finishIn?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const result = await ai.classify({ title: request.title, description: request.description })
  const at = clock().toISOString()
  await db.write(async (tx) => {
    await storeSuggestion(tx, result, { at, askedById: null, number: request.number })
    await finishIn?.(tx)
  })
}

/** Stores a suggestion, as the request's present classification when there is one. @returns its id */
export async function storeSuggestion(
  tx: Tx,
  result: Classification,
  { at, askedById, number }: { at: string; askedById: string | null; number: number | null },
): Promise<string> {
  const id = randomUUID()
  await insertSuggestion(tx, {
    id,
    request_number: number,
    asked_by_id: askedById,
    priority: result.priority,
    development_type: result.developmentType,
    department: result.responsibleDepartment,
    confidence: result.confidence,
    result: JSON.stringify(result),
    engine: result.engine.name,
    engine_version: result.engine.version,
    created_at: at,
  })
  if (number !== null) {
    await setClassification(tx, number, id, result.developmentType)
    await setClassifiedAt(tx, number, at)
  }
  return id
}

/**
 * The stored classification of a request; null while it waits for its first. One that came with the seeds has been called
 * classified since then, and is when somebody first looks.
 */
export async function getClassification(office: Office, actor: Actor, address: string): Promise<Suggestion | null> {
  const { db } = office
  const request = await rowFor(office, actor, address)
  const stored = await findClassification(db.read, request.number)
  if (stored) return suggestionOf(db.read, stored)
  if (request.classified_at === null) return null
  await classifyStored(office, request)
  const row = await findClassification(db.read, request.number)
  return row ? suggestionOf(db.read, row) : null
}

async function suggestionOf(reader: Reader, row: SuggestionRow): Promise<Suggestion> {
  return {
    // Written by `storeSuggestion`, maybe by an older version of this program.
    ...Classification.parse(JSON.parse(row.result)),
    suggestionId: row.id,
    suggestedAt: row.created_at,
    decided: await decisionsAbout(reader, row.id),
  }
}

/** Estimates time and complexity. With `requestId` the stored request is what is estimated, and the analysis stays with it. */
export async function predictTime(office: OpenOffice, actor: Actor, call: PredictCall): Promise<Analysis> {
  mayOnly(actor, 'ai.estimate', 'have processing times estimated')
  const { db, ai, clock, languageModel } = office
  const row = call.requestId === undefined ? undefined : await rowFor(office, actor, call.requestId)
  const { title, description, priority, department } = row ?? call
  const known = await knownFor(office, actor, { title, description }, row?.id)
  const own = row && (await findClassification(db.read, row.number))
  const developmentType = own?.development_type ?? null
  const subject = { id: row?.id, title, description, priority, department, developmentType }
  const analysis = await explainWithModel(languageModel, subject, await ai.analyze(subject, known))
  if (row) {
    const { timeEstimate: time, engine } = analysis
    await db.write((tx) =>
      insertAnalysis(tx, {
        request_number: row.number,
        asked_by_id: actor.id,
        estimated_days: time.estimatedDays,
        low_days: time.low,
        high_days: time.high,
        result: JSON.stringify(analysis),
        engine: engine.name,
        engine_version: engine.version,
        created_at: clock().toISOString(),
      }),
    )
  }
  return analysis
}

/** The stored analysis as this person may see it; null when there is none. */
export async function getAnalysis(office: Office, actor: Actor, address: string): Promise<Analysis | null> {
  const { db } = office
  const { number } = await rowFor(office, actor, address)
  const row = await newestAnalysis(db.read, number)
  if (!row) return null
  const analysis = Analysis.parse(JSON.parse(row.result))
  const scope = visibleTo(actor, await getPolicy(db))
  if (scope === null) return analysis
  const compared = await requestsNamed(
    db.read,
    analysis.timeEstimate.comparables.map(({ id }) => id),
  )
  return withoutHidden(analysis, new Set(compared.filter((row) => isVisible(scope, row)).map(({ id }) => id)))
}

/** An analysis is stored for everybody who sees the request, but not everybody sees what it was compared with. */
function withoutHidden(analysis: Analysis, visible: ReadonlySet<string>): Analysis {
  const { comparables, factors, recommendations } = analysis.timeEstimate
  const hidden = comparables.filter(({ id }) => !visible.has(id))
  if (hidden.length === 0) return analysis
  const tellsOfHidden = (sentence: string) =>
    / similar finished requests? took /.test(sentence) || hidden.some(({ requestId }) => sentence.includes(requestId))
  return {
    ...analysis,
    timeEstimate: {
      ...analysis.timeEstimate,
      comparables: comparables.filter(({ id }) => visible.has(id)),
      factors: factors.filter((factor) => !tellsOfHidden(factor)),
      recommendations: recommendations.filter((sentence) => !tellsOfHidden(sentence)),
    },
  }
}

/** Requests like a text, most alike first; only those that the actor may see. */
export async function findSimilar(office: Office, actor: Actor, call: SimilarCall): Promise<Similar> {
  const { db, ai } = office
  const own = call.requestId === undefined ? undefined : await rowFor(office, actor, call.requestId)
  const entry = { id: own?.id, title: call.title, description: call.description ?? '' }
  if (`${entry.title}${entry.description}`.trim() === '') return { ready: true, requests: [] }
  const scope = visibleTo(actor, await getPolicy(db))
  const within = scope && (await idsOf(db.read, scope.ownOf, MOST_OWN))
  const { ready, hits } = await ai.similar(entry, call.limit ?? 5, within ?? undefined)
  const rows = new Map(
    (
      await requestsNamed(
        db.read,
        hits.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const requests = hits.flatMap(({ id, score }) => {
    const row = rows.get(id)
    // The index may lag behind: what the row says counts.
    if (!row || !isVisible(scope, row) || score < LEAST_ALIKE || id === own?.id) return []
    const { request_id: requestId, title, status } = row
    // What was withdrawn is not being done, however alike it is.
    const possibleDuplicate = score >= DUPLICATE && status !== 'cancelled'
    return [{ id, requestId, title, status, likeness: hundredth(score), possibleDuplicate }]
  })
  return { ready, requests }
}

/**
 * Remembers what a person made of a suggestion. Nothing is applied here: the request is created or edited by its own calls.
 * @throws AppError `not-found` for a suggestion that isn't the actor's own, unless they may edit requests and see that one
 */
export async function giveFeedback(office: Office, actor: Actor, feedback: Feedback, once?: Repeatable): Promise<void> {
  mayOnly(actor, 'ai.classify', 'judge suggestions')
  const { db, clock } = office
  const row = await findSuggestion(db.read, feedback.suggestionId)
  const isOwn = row?.asked_by_id === actor.id
  if (!row || (!isOwn && !actor.permissions.has('requests.edit'))) throw noSuchSuggestion()
  const named = feedback.requestId === undefined ? undefined : await rowFor(office, actor, feedback.requestId)
  if (!isOwn && !(await sees(office, actor, row.request_number))) throw noSuchSuggestion()
  if (named && row.request_number !== null && row.request_number !== named.number) {
    throw badInput('requestId', 'This suggestion belongs to another request.')
  }
  // Feedback on a draft teaches by the text of the request that it became, which must be the actor's own to name.
  if (named && row.request_number === null && named.requester_id !== actor.id) {
    throw badInput('requestId', 'This draft did not become that request.')
  }
  const number = row.request_number ?? named?.number ?? null
  const { fields } = Classification.parse(JSON.parse(row.result))
  await db.write((tx) =>
    answerOnce(tx, clock, once, async () => {
      if (row.request_number === null && number !== null) {
        await linkSuggestion(tx, row.id, number)
        await setClassification(tx, number, row.id, row.development_type)
        await setClassifiedAt(tx, number, row.created_at)
      }
      for (const { field, outcome, value } of feedback.decisions) {
        const { value: suggested, probability } = fields[field]
        const became = outcome === 'accepted' ? suggested : outcome === 'changed' ? value! : null
        await storeDecision(tx, {
          suggestion_id: row.id,
          request_number: number,
          field,
          outcome,
          suggested,
          probability,
          value: became,
          decided_by_id: actor.id,
          decided_at: clock().toISOString(),
        })
        if (field === 'developmentType' && number !== null && became !== null) {
          await decideType(tx, number, became as SuggestionRow['development_type'])
        }
      }
      await scheduleTraining(tx, clock, 0)
      return { status: 204, body: null }
    }),
  )
}

/** What a person decided about a row of a batch, as feedback; null takes it back. */
export async function decideBatchItem(
  tx: Tx,
  actor: Actor,
  suggestionId: string,
  at: string,
  made: { decision: 'accept' | 'correct' | 'skip'; priority?: string; department?: string } | null,
): Promise<void> {
  const row = await findSuggestion(tx, suggestionId)
  if (!row) return
  await forgetDecisions(tx, suggestionId)
  if (!made || made.decision === 'skip') return
  const { fields } = Classification.parse(JSON.parse(row.result))
  const became = { priority: made.priority, responsibleDepartment: made.department }
  for (const field of ['priority', 'responsibleDepartment'] as const) {
    const { value: suggested, probability } = fields[field]
    const value = made.decision === 'accept' ? suggested : became[field]
    if (value === undefined) continue
    await storeDecision(tx, {
      suggestion_id: suggestionId,
      request_number: row.request_number,
      field,
      outcome: value === suggested ? 'accepted' : 'changed',
      suggested,
      probability,
      value,
      decided_by_id: actor.id,
      decided_at: at,
    })
  }
}

/** An estimate for a stored request, from everything there is: only its figures may be shown. */
export async function estimateStored(
  { db, ai, clock }: Office,
  row: Pick<RequestRow, 'id' | 'number' | 'title' | 'description' | 'priority' | 'department'>,
): Promise<Analysis['timeEstimate']> {
  const { id, title, description, priority, department } = row
  const own = await findClassification(db.read, row.number)
  const subject = { id, title, description, priority, department, developmentType: own?.development_type ?? null }
  const { estimateDays: unit } = await getPolicy(db)
  const known = { recent: await recentHistory(db), alike: [], similar: [], now: clock().getTime(), unit }
  return (await ai.analyze(subject, known)).timeEstimate
}

/** How the engine is. Counts of requests only for who sees all of them. */
export async function getStatus(office: Omit<OpenOffice, 'clock'>, actor: Actor): Promise<AiStatus> {
  const { db, ai, languageModel } = office
  const { state, engine, indexed, isTraining } = ai.state()
  const seesAll = visibleTo(actor, await getPolicy(db)) === null
  const model = await newestModelRow(db.read, 'in use')
  return {
    state,
    engine,
    indexed: seesAll ? indexed : null,
    waiting: seesAll ? Math.max(0, (await countOf(db, NO_CRITERIA)) - (await countClassified(db))) : null,
    training: isTraining,
    trainedAt: model?.created_at ?? null,
    languageModel: await languageModel.inUse(),
  }
}

/** What an estimate for this person may rest on. Without an index nothing is compared, and the estimate says so. */
async function knownFor(office: Office, actor: Actor, draft: Draft, ownId: string | undefined): Promise<Known> {
  const { db, ai, clock } = office
  const policy = await getPolicy(db)
  const scope = visibleTo(actor, policy)
  const within = scope && (await idsOf(db.read, scope.ownOf, MOST_OWN))
  const likeness = await ai.similar({ id: ownId, ...draft }, 4 * COMPARABLES, within ?? undefined).catch(() => null)
  const alike = (likeness?.hits ?? []).filter(({ id, score }) => id !== ownId && score >= LEAST_ALIKE)
  const ids = alike.map(({ id }) => id)
  const [recent, done] = await Promise.all([recentHistory(db), finishedAmong(db.read, ids)])
  const finished = new Set(done.map(({ id }) => id))
  const similar = alike.filter(({ id }) => finished.has(id)).slice(0, COMPARABLES)
  return {
    recent,
    alike: done,
    similar: similar.map(({ id, score }) => ({ id, score: hundredth(score) })),
    now: clock().getTime(),
    unit: policy.estimateDays,
  }
}

async function rowFor({ db }: Pick<Office, 'db'>, actor: Actor, address: string): Promise<RequestRow> {
  return getRow(db.read, actor, await getPolicy(db), address)
}

/** What an engine that is down gives: nothing. Any other failure goes on. */
function nullWhenDown(error: unknown): null {
  if (error instanceof AppError && error.code === 'unavailable') return null
  throw error
}

async function sees({ db }: Pick<Office, 'db'>, actor: Actor, number: number | null): Promise<boolean> {
  const request = number === null ? undefined : await peopleOf(db.read, number)
  return request !== undefined && isVisible(visibleTo(actor, await getPolicy(db)), request)
}

function noSuchSuggestion(): AppError {
  const message = 'There is no such suggestion.'
  return new AppError('not-found', message, { details: [{ path: 'suggestionId', message }] })
}

function badInput(path: string, message: string): AppError {
  return new AppError('bad-input', message, { details: [{ path, message }] })
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}
