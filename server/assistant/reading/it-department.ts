import type { Meaning } from '../grammar/meaning.ts'
import type { Token } from './tokens.ts'

export const IT: readonly Meaning[] = [{ kind: 'department', department: ['it'] }]
const OTHER_DEPARTMENTS = /^(data|security|cybersecurity|operations|ops|compliance)$/

/** "IT" is a department; "it" only in a position where nothing else is possible. */
export function isDepartmentIt(tokens: readonly Token[], at: number): boolean {
  const { word, text } = tokens[at]!
  if (word !== 'it') return false
  if (/^IT\b/.test(text)) return true
  // "with “release note” in it", "with the word permit in it"
  if (tokens.slice(0, at).some(({ word }) => /^(?:“|(?:words?|phrases?|terms?)$)/.test(word))) return false
  const [before, after] = [tokens[at - 1]?.word ?? '', tokens[at + 1]?.word ?? '']
  const isAlso = /^(for|in|at|from)$/.test(before) && /^(and|or|,)$/.test(tokens[at - 2]?.word ?? '')
  const isPlace = /^(in|without|except|excluding)$/.test(before) && !/^(is|was|that|has|will)$/.test(after)
  const isJoined = /^(and|or|vs|versus|,|with|than|to)$/
  return (
    isPlace ||
    (isAlso && tokens.some(({ word }, i) => i < at && OTHER_DEPARTMENTS.test(word))) ||
    (isJoined.test(after) && OTHER_DEPARTMENTS.test(tokens[at + 2]?.word ?? '')) ||
    (isJoined.test(before) && OTHER_DEPARTMENTS.test(tokens[at - 2]?.word ?? ''))
  )
}
