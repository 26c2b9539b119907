import type { AiSettings, AiTask } from '../../../shared/settings.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Reason, Tokens } from './failure.ts'

export interface Call {
  task: AiTask
  model: string
  outcome: 'answered' | Reason
  tokens: Tokens
  tookMs: number
}

/** Stores only the costs: neither question nor answer, and not the person. */
export async function storeCalls(tx: Tx, calls: readonly Call[], { at, month }: { at: string; month: string }) {
  const rows = calls.map(({ task, model, outcome, tokens, tookMs }) => ({
    at,
    month,
    task,
    model,
    outcome,
    prompt_tokens: tokens.prompt,
    completion_tokens: tokens.completion,
    took_ms: Math.round(tookMs),
  }))
  await tx.insertInto('language_model_calls').values(rows).execute()
}

/** By month (newest first) and task. */
export async function usageByMonth(db: Db): Promise<AiSettings['usage']> {
  const rows = await db.readInWorker(
    db.read
      .selectFrom('language_model_calls')
      .select(['month', 'task'])
      .select(({ fn }) => [
        fn.countAll<number>().as('calls'),
        fn.sum<number | null>('prompt_tokens').as('prompt'),
        fn.sum<number | null>('completion_tokens').as('completion'),
      ])
      .select(({ fn, eb }) =>
        fn.sum<number>(eb.case().when('outcome', '=', 'answered').then(0).else(1).end()).as('failed'),
      )
      .groupBy(['month', 'task'])
      .orderBy('month', 'desc')
      .orderBy('task')
      .compile(),
  )
  return rows.map(({ month, task, calls, failed, prompt, completion }) => ({
    month,
    task,
    calls: Number(calls),
    failed: Number(failed),
    promptTokens: Number(prompt ?? 0),
    completionTokens: Number(completion ?? 0),
  }))
}
