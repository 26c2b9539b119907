import { type Response, isOpen, quoted } from './responses.ts'

/** An answer and the clauses that it leaves out, in the order of the message. */
export interface Answered {
  answer: Response
  left: readonly string[]
}

/** Joins two answers; a question without an answer is left out. */
export function joinAnswers(
  answer: Response,
  next: Response,
  [first, second, ...others]: readonly [string, string, ...string[]],
): Answered {
  if (isOpen(answer) && !isOpen(next)) return { answer: next, left: [first, ...others] }
  if (answer.reading.outcome !== 'answered' || isOpen(next)) return { answer, left: [second, ...others] }
  // "What is its status and who is working on it?": one description answers both.
  if (answer.text === next.text) return { answer, left: others }
  const joint = {
    ...next,
    text: `${answer.text}\n\n${next.text}`,
    parts: [...answer.parts, ...next.parts],
    reading: {
      ...next.reading,
      outcome: answer.reading.outcome,
      leftOut: [...answer.reading.leftOut, ...next.reading.leftOut],
    },
  }
  return { answer: joint, left: others }
}

/** Names the questions left out behind an answer. */
export function withLeftOut(answer: Response, left: readonly string[]): Response {
  if (left.length === 0) return answer
  const questions = [...new Set(left.map((text) => text.replace(/[?.!\s]+$/, '')))]
  const each = questions.length === 1 ? 'that' : 'each'
  return {
    ...answer,
    text: `${answer.text}\n\nI left out ${quoted(questions)}: please ask ${each} by itself.`,
    suggestions: [...questions, ...answer.suggestions].slice(0, 3),
    reading: { ...answer.reading, leftOut: [...answer.reading.leftOut, ...questions] },
  }
}
