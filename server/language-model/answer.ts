import { z } from 'zod'
import type { EngineStamp } from '../../shared/ai.ts'
import type { AnswerPart } from '../../shared/assistant/messages.ts'
import { PRIORITIES, STATUSES } from '../../shared/requests.ts'
import { figuresIn } from './figures.ts'
import type { LanguageModel } from './language-model.ts'
import type { Mask } from './mask.ts'
import { said } from './said.ts'

/** What the local engine has found for a question: only what the asker may see. */
export interface Found {
  text: string
  parts: AnswerPart[]
  understood: boolean
}

export interface Worded {
  text: string
  understood: boolean
  engine: EngineStamp
}

const INSTRUCTIONS = `You are the assistant of an office that handles requests for development of a government customs trade \
system. You answer a question of its staff from facts that were looked up for them. You can only answer: nothing can be \
changed from here, so never claim to have done something.
known: true only when the facts answer the question; else false.
answer: at most four sentences for the person who asked. Write every figure in digits and use only figures, dates and \
request numbers that stand in the facts; never count, add up or guess.`
const AFTER_LEAD = `The sentence in "found" is shown to the reader already: do not repeat it. Add what else the facts say to \
the question, or leave the answer empty.`
const INSTEAD = 'The answer replaces the sentence in "found".'

/**
 * The answer in the model's words. Figures stay the local engine's: its sentence stands first whenever it holds one, and an
 * answer with any other figure or request number is no answer.
 * @param guide what may be said about the product, for a question that the local engine did not understand
 */
export async function wordWithModel(
  model: LanguageModel,
  question: string,
  found: Found,
  own: EngineStamp,
  guide: string[],
): Promise<Worded> {
  const { text, understood } = found
  const hasLead = /\d/.test(text)
  const outcome = await model.ask((mask) => {
    const facts = factsOf(mask, found, guide)
    return {
      task: 'answer',
      instructions: `${INSTRUCTIONS}\n${hasLead ? AFTER_LEAD : INSTEAD}`,
      data: { question: mask.hide(question), facts },
      contract: answerWithin(JSON.stringify(facts)),
    }
  })
  if (outcome === null) return { text, understood, engine: own }
  if (!outcome.said) return { text, understood, engine: { ...own, note: outcome.note } }
  const { said, mask, stamp } = outcome
  const answer = mask.show(said.answer)
  if (!said.known || answer === '') return { text, understood, engine: own }
  return { text: hasLead ? `${text}\n\n${answer}` : answer, understood: true, engine: stamp }
}

/** Rows and sentences without the ids and addresses that only the page needs. */
function factsOf(mask: Mask, { text, parts, understood }: Found, guide: string[]) {
  const rows = parts.flatMap((part): Record<string, unknown>[] => {
    if (part.kind === 'requests') {
      return part.requests.map(({ requestId, title, status, priority, dueDate }) => ({
        request: requestId,
        title: mask.hide(title),
        status: STATUSES[status],
        priority: PRIORITIES[priority],
        due: dueDate,
      }))
    }
    // Bars show the table once more, and links are the page's business.
    if (part.kind !== 'table') return []
    return [{ table: part.caption, columns: part.columns, rows: part.rows.map(({ cells }) => cells.map(mask.hide)) }]
  })
  return { found: understood ? mask.hide(text) : '', rows, ...(understood ? {} : { aboutTheProduct: guide }) }
}

function answerWithin(facts: string) {
  const known = figuresIn(facts)
  const answer = said(1200, 0).refine((text) => [...figuresIn(text)].every((figure) => known.has(figure)))
  return z.object({ known: z.boolean(), answer })
}
