import { z } from 'zod'
import type { Analysis, ComplexityRating } from '../../../shared/analysis.ts'
import { PRIORITIES } from '../../../shared/requests.ts'
import { levelOf } from '../../../engine/reasons/complexity.ts'
import type { EstimateSubject } from '../../../engine/durations/duration-estimator.ts'
import { numbersIn } from './figures.ts'
import { redactDraft } from './redact-draft.ts'
import type { LanguageModel } from './language-model.ts'
import type { Mask } from './mask.ts'
import { modelText } from './model-text.ts'

const sentences = z.array(modelText(240)).max(6)
const Answer = z.object({
  estimatedDays: z.number().min(0).max(10_000),
  complexityScore: z.number().min(1).max(10),
  complexityReasoning: modelText(600),
  factors: sentences,
  riskFactors: sentences,
  recommendations: sentences,
})

type Answer = z.infer<typeof Answer>

/** Maximum difference between the model's score and the sum of the documented parts. */
const MAX_POINTS = 2

const UNITS = { calendar: 'days', working: 'working days' } as const

const INSTRUCTIONS = `You look at a request for development of a government customs trade system and at how long the office's \
own finished requests like it took, and explain what will make it quick or slow.
estimatedDays: your estimate within the office's range, in the unit given. Without a reason in the text keep the office's own.
complexityScore: from 1 (a small change) to 10 (very hard), near the office's own score.
complexityReasoning: one to three sentences.
Write no figure that does not stand in the data.
factors, riskFactors, recommendations: up to four short sentences each, each about this request; none rather than a general one.`

/** Adds the model's explanation to an analysis. The range and the comparable requests stay those of the office's data. */
export async function explainWithModel(
  model: LanguageModel,
  subject: EstimateSubject,
  local: Analysis,
): Promise<Analysis> {
  const { timeEstimate: time, complexity } = local
  const outcome = await model.ask((mask) => {
    const data = dataOf(mask, subject, local)
    return { task: 'estimate', instructions: INSTRUCTIONS, data, contract: answerWithin(JSON.stringify(data)) }
  })
  if (outcome === null) return local
  if (!outcome.answer) return { ...local, engine: { ...local.engine, note: outcome.note } }
  const { answer, mask, stamp } = outcome
  const show = (texts: string[]) => texts.map((text) => mask.show(text))
  const estimatedDays = within(Math.round(answer.estimatedDays * 10) / 10, time.low, time.high)
  return {
    ...local,
    timeEstimate: {
      ...time,
      estimatedDays,
      factors: [...time.factors, ...movedBy(time, estimatedDays), ...show(answer.factors)],
      riskFactors: [...new Set([...time.riskFactors, ...show(answer.riskFactors)])],
      recommendations: [...new Set([...time.recommendations, ...show(answer.recommendations)])],
    },
    complexity: adjusted(complexity, answer.complexityScore, mask.show(answer.complexityReasoning)),
    engine: { ...stamp, learnedFrom: local.engine.learnedFrom },
  }
}

/** The office's figures only, without the requests behind them or how many: not every reader of the analysis may see those. */
function dataOf(mask: Mask, subject: EstimateSubject, { timeEstimate: time, complexity }: Analysis) {
  return {
    request: {
      ...redactDraft(mask, subject),
      priority: PRIORITIES[subject.priority],
      department: subject.departmentName ?? subject.department,
      developmentType: subject.developmentType,
    },
    office: {
      unit: UNITS[time.unit],
      low: time.low,
      estimate: time.estimatedDays,
      high: time.high,
      complexityScore: complexity.score,
    },
  }
}

/** Rejects figures that are not in the data: a made-up one would be taken for one of the office's. */
function answerWithin(data: string): z.ZodType<Answer> {
  const known = numbersIn(data)
  return Answer.refine(({ complexityReasoning, factors, riskFactors, recommendations }) => {
    const sentences = [complexityReasoning, ...factors, ...riskFactors, ...recommendations].join(' ')
    return [...numbersIn(sentences)].every((figure) => known.has(figure))
  })
}

function movedBy({ estimatedDays: from, unit }: Analysis['timeEstimate'], to: number): string[] {
  return from === to
    ? []
    : [`The language model changed the estimate from ${from} to ${to} ${UNITS[unit]}, within the office’s range.`]
}

/** The model's points become one more named part, so that the score is still the sum of the parts shown. */
function adjusted(own: ComplexityRating, rating: number, reasoning: string): ComplexityRating {
  const score = within(Math.round(rating), Math.max(1, own.score - MAX_POINTS), Math.min(10, own.score + MAX_POINTS))
  const points = score - own.score
  if (points === 0) return { ...own, reasoning }
  const sign = points > 0 ? '+' : '−'
  return {
    complexity: levelOf(score),
    score,
    reasoning,
    keyFactors: [...own.keyFactors, `Language model ${sign}${Math.abs(points)}`],
    parts: [...own.parts, { name: 'Language model', points, because: reasoning }],
  }
}

function within(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
