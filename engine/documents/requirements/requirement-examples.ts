import { readFileSync } from 'node:fs'
import { CONTEXTS, type Context } from './features.ts'

/** A labelled sentence of our corpus. */
export interface RequirementExample {
  isRequirement: boolean
  contexts: ReadonlySet<Context>
  sentence: string
}

/** Lines of `1 | context … | sentence`; 0 means no ask. Empty lines and those that begin with # are skipped. */
export function requirementExamples(): RequirementExample[] {
  return readFileSync(new URL('corpus.txt', import.meta.url), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [label, names, ...rest] = line.split('|').map((part) => part.trim())
      const contexts = (names ?? '').split(/\s+/).filter(Boolean) as Context[]
      const unknown = contexts.find((name) => !CONTEXTS.includes(name))
      if (unknown !== undefined || rest.length === 0) throw new Error(`corpus.txt: ${line}`)
      return { isRequirement: label === '1', contexts: new Set(contexts), sentence: rest.join('|') }
    })
}
