import { FlowHistory } from '../../server/analytics/flow-history.ts'
import { BUILT_IN_ROLES } from '../../shared/permissions.ts'
import type { AssistantAnswer } from '../../shared/assistant/messages.ts'
import type { Actor } from '../../server/platform/actor.ts'
import { ask } from '../../server/assistant/service.ts'
import { forgetConversation } from '../../server/assistant/conversation.ts'
import type { Deps } from '../../server/assistant/deps.ts'
import { Vocabulary } from '../../server/assistant/reading/vocabulary.ts'
import { RecentHistory } from '../../server/ai/estimates/recent-history.ts'
import { LanguageModel } from '../../server/ai/language-model/language-model.ts'
import { Settings } from '../../server/settings/service.ts'
import { localAi } from '../../server/testing/ai.ts'
import { TEST_CONFIG } from '../../server/testing/config.ts'
import { openTestDatabase } from '../../server/testing/database.ts'
import { seedDemo } from '../../seeds/demo.ts'
import { grade } from './grade.ts'
import { type Asker, type Expectation, type Label, readLabels } from './labels.ts'
import { ASKED_AT, demoOffice, type Office } from './office.ts'
import { questionsOf } from './placeholders.ts'
import type { Grade } from './verdicts.ts'

/** Files whose failures are printed. */
const READ = [
  'open',
  'further',
  'later',
  'former',
  'recent',
  'weekly',
  'everyday',
  'desk',
  'voices',
  'chairs',
  'callers',
]
/** Held-out files: the developers never see their failures. */
const UNREAD = [
  'held-out',
  'set-aside',
  'weekly-unread',
  'everyday-unread',
  'desk-unread',
  'voices-unread',
  'chairs-unread',
  'callers-unread',
]

function fileOf(name: string): URL {
  return new URL(`${name}.jsonl`, import.meta.url)
}

interface Judged extends Grade {
  label: Label
  question: string
  response: string
}

/** Reports how the questions of a file, or all those of the repository, were answered. */
export async function assistantReport(file?: string): Promise<object> {
  if (file !== undefined) return reportOn(file)
  const reports: Record<string, object> = {}
  for (const name of UNREAD) {
    const { failures: _, ...figures } = await reportOn(fileOf(name))
    reports[name] = figures
  }
  for (const name of READ) reports[name] = await reportOn(fileOf(name))
  return reports
}

/** Asks the assistant service every question of a file, in the demo office with a fixed clock. */
async function reportOn(file: string | URL) {
  const labels = readLabels(file)
  const office = demoOffice(ASKED_AT)
  const { deps, close } = await openOffice(office)
  const judged: Judged[] = []
  const took: number[] = []
  for (const label of labels) {
    const { answer, ms } = await answerTo(deps, office, label)
    took.push(ms)
    judged.push({
      ...grade(label, office, answer),
      label,
      question: questionsOf(office, label).at(-1)!,
      response: answer.response,
    })
  }
  await close()
  const isWanting = ({ verdict }: Judged) => verdict !== 'right'
  return {
    questions: labels.length,
    ...sharesOf(judged),
    byKind: Object.fromEntries(
      [...Map.groupBy(judged, ({ label }) => kindOf(label.expect))].map(([kind, some]) => [kind, tallyOf(some)]),
    ),
    medianMs: Math.round(took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)]!),
    failures: judged
      .filter(isWanting)
      .map(
        ({ label, question, verdict, reason, response }) =>
          `${verdict} ${label.id} [${label.before?.join(' | ') ?? ''}] ${question} → ${response.slice(0, 160)} (${reason})`,
      ),
  }
}

function kindOf(expect: Expectation): string {
  if ('anyOf' in expect) return kindOf(expect.anyOf[0]!)
  return 'allOf' in expect ? 'several' : expect.kind
}

function tallyOf(judged: readonly Judged[]): Record<string, number> {
  const tally: Record<string, number> = {}
  for (const { verdict } of judged) tally[verdict] = (tally[verdict] ?? 0) + 1
  return tally
}

function sharesOf(judged: readonly Judged[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(tallyOf(judged)).map(([verdict, count]) => [
      verdict,
      Math.round((1000 * count) / judged.length) / 1000,
    ]),
  )
}

async function openOffice(office: Office): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const db = await openTestDatabase()
  const clock = () => office.now
  await seedDemo(db, clock, TEST_CONFIG)
  const settings = new Settings({ db, clock })
  const ai = localAi()
  ai.index(office.rows.map(({ id, title, description }) => ({ id, title, description })))
  const languageModel = new LanguageModel({ db, config: TEST_CONFIG, clock, settings })
  const flow = new FlowHistory({ db, log: { error: () => {} } })
  const deps = {
    db,
    settings,
    clock,
    ai,
    recentHistory: new RecentHistory(db),
    languageModel,
    flow,
    vocabulary: new Vocabulary(),
  }
  return { deps, close: () => flow.close().then(() => db.close()) }
}

async function answerTo(deps: Deps, office: Office, label: Label): Promise<{ answer: AssistantAnswer; ms: number }> {
  const actor = actorOf(office, label.asker)
  await forgetConversation(deps, actor)
  let answer: AssistantAnswer | undefined
  const started = performance.now()
  for (const message of questionsOf(office, label)) answer = await ask(deps, actor, { message })
  if (!answer) throw new Error(`${label.id} asks nothing`)
  return { answer, ms: performance.now() - started }
}

/** The service uses only identity and permissions; the rest of a session is irrelevant here. */
function actorOf(office: Office, asker: Asker): Actor {
  return { id: office.askers[asker], permissions: new Set(BUILT_IN_ROLES[asker].permissions) } as unknown as Actor
}
