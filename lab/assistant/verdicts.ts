import type { Asker } from './labels.ts'
import type { Given } from './given.ts'
import type { Office } from './office.ts'

type Verdict = 'right' | 'asked-back' | 'refused' | 'wrong'
export interface Grade {
  verdict: Verdict
  reason: string
}

/** The input of grading. */
export interface Case {
  office: Office
  asker: Asker
  given: Given
  /** in order */
  questions: readonly string[]
  /** one of several parts of the question: it may be anywhere in the answer */
  isPart: boolean
}

const FROM_BEST: readonly Verdict[] = ['right', 'asked-back', 'refused', 'wrong']

export function right(reason: string): Grade {
  return { verdict: 'right', reason }
}

export function wrong(reason: string): Grade {
  return { verdict: 'wrong', reason }
}

/** @param grades at least one */
export function best(grades: readonly Grade[]): Grade {
  return grades.toSorted((a, b) => rank(a) - rank(b))[0]!
}

export function worst(grades: readonly Grade[]): Grade {
  return grades.toSorted((a, b) => rank(b) - rank(a))[0]!
}

function rank({ verdict }: Grade): number {
  return FROM_BEST.indexOf(verdict)
}
