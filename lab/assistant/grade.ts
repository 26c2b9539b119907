/**
 * Grades the assistant's answers. Usage:
 *
 *   const office = demoOffice(ASKED_AT)             // the time at which all questions must be asked
 *   for (const label of readLabels(file)) {
 *     const questions = questionsOf(office, label)  // the last one is graded, the others open the same conversation
 *     grade(label, office, answerToTheLast)         // → { verdict, reason }
 *   }
 *
 * A service that stores suggestions knows each request's type: pass your own `rows` then. Only given.ts parses an answer,
 * including new parts, the words that it reports as ignored and the alternatives that it offers.
 */
import type { AssistantAnswer } from '../../shared/assistant/messages.ts'
import { readAnswer, type Given } from './given.ts'
import { gradeTruth } from './grade-truth.ts'
import { gradeWords, isRefusal } from './grade-words.ts'
import type { DataLabel, Expectation, Label, Where } from './labels.ts'
import type { Office } from './office.ts'
import { questionsOf } from './placeholders.ts'
import { truthsOf } from './truth.ts'
import { best, type Case, type Grade, right, worst, wrong } from './verdicts.ts'

/**
 * `right`: numbers, requests and order match the office, or a refusal where one is due. `asked-back` and `refused` are honest,
 * but not an answer; so is one that names what it ignored and is right about the rest. Everything else is `wrong`.
 */
export function grade(label: Label, office: Office, answer: AssistantAnswer): Grade {
  const given = readAnswer(answer)
  const { asker } = label
  return gradeExpectation(label.expect, { office, asker, given, questions: questionsOf(office, label), isPart: false })
}

function gradeExpectation(expect: Expectation, its: Case): Grade {
  if ('anyOf' in expect) return best(expect.anyOf.map((one) => gradeExpectation(one, its)))
  if ('allOf' in expect) return gradeAll(expect.allOf, its)
  switch (expect.kind) {
    case 'language':
      return gradeLanguage(expect, its)
    case 'guide':
    case 'similar':
    case 'action':
    case 'forecast':
    case 'refuse':
    case 'unclear':
      return gradeWords(expect, its)
    default:
      return gradeData(expect, its)
  }
}

/** Half an answer is honest if it says so. */
function gradeAll(parts: Expectation[], its: Case): Grade {
  const grades = parts.map((one) => gradeExpectation(one, { ...its, isPart: true }))
  const worstOne = worst(grades)
  const isPartial = its.given.leftOut.length > 0 && grades.some(({ verdict }) => verdict === 'right')
  if (worstOne.verdict === 'wrong' && isPartial) return { verdict: 'asked-back', reason: 'names what it left out' }
  return worstOne
}

function gradeData(expect: DataLabel, its: Case): Grade {
  const verdict = best(truthsOf(its.office, expect, its.asker).map((truth) => gradeTruth(truth, its)))
  if (verdict.verdict === 'right') return verdict
  if (its.given.isAskingBack) return { verdict: 'asked-back', reason: 'offers choices' }
  if (isRefusal(its.given)) return { verdict: 'refused', reason: 'says that it cannot answer' }
  if (its.given.leftOut.length > 0 && isRightAboutLess(expect, its)) {
    return { verdict: 'asked-back', reason: `names what it left out: ${its.given.leftOut.join(', ')}` }
  }
  return verdict
}

/** Whether the answer is true with some of the restrictions removed. */
function isRightAboutLess(expect: DataLabel, its: Case): boolean {
  return withLess(expect).some((less) =>
    truthsOf(its.office, less, its.asker).some((truth) => gradeTruth(truth, its).verdict === 'right'),
  )
}

function withLess(expect: DataLabel): DataLabel[] {
  if (expect.kind === 'one' || expect.kind === 'share') return []
  if (expect.kind === 'compare') {
    const keys = [...new Set(expect.sides.flatMap(({ where }) => Object.keys(where)))]
    return subsets(keys).map((dropped) => ({
      ...expect,
      sides: expect.sides.map((side) => ({ ...side, where: without(side.where, dropped) })),
    }))
  }
  return subsets(Object.keys(expect.where)).map((dropped) => ({ ...expect, where: without(expect.where, dropped) }))
}

/** All subsets except the empty one. */
function subsets(keys: readonly string[]): string[][] {
  const all = keys.reduce<string[][]>((some, key) => [...some, ...some.map((one) => [...one, key])], [[]])
  return all.slice(1)
}

function without(where: Where, dropped: readonly string[]): Where {
  return Object.fromEntries(Object.entries(where).filter(([key]) => !dropped.includes(key)))
}

const FRENCH = /(?<![\p{L}])(?:je|vous|les?|la|des?|une?|demandes?|est|sont|pas|pour|en|dans|votre|ne)(?![\p{L}])/giu

function isIn(language: 'ar' | 'fr', { text }: Given): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (language === 'ar') return (text.match(/\p{Script=Arabic}/gu)?.length ?? 0) > letters * 0.3
  return (text.match(FRENCH)?.length ?? 0) >= 4
}

/** A numeric answer must be true, in whatever language; otherwise the sentence must be in the asker's language. */
function gradeLanguage({ language, or }: Extract<Expectation, { kind: 'language' }>, its: Case): Grade {
  const answered = or && gradeExpectation(or, its)
  if (answered?.verdict === 'right') return answered
  const { given } = its
  const claims = given.lines.length > 0 && given.understood && !given.isAskingBack
  if (claims) return wrong(answered ? answered.reason : 'answers something else')
  if (isIn(language, given)) return right('an honest sentence in the language')
  if (given.isAskingBack) return { verdict: 'asked-back', reason: 'offers choices, in another language' }
  return isRefusal(given) ? { verdict: 'refused', reason: 'in another language' } : wrong('in another language')
}
