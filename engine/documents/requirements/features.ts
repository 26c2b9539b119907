import { ARABIC_CUES } from './arabic-cues.ts'
import { REQUIREMENT_CUES } from './requirement-cues.ts'
import { CONTEXT_CUES } from './context-cues.ts'
import { FRENCH_CUES } from './french-cues.ts'

/** Features of a sentence for the requirement classifier: its cues, pairs of them, and its context. */

const CUES = [...REQUIREMENT_CUES, ...CONTEXT_CUES, ...FRENCH_CUES, ...ARABIC_CUES]

/** Pairs of cues whose combination has a different meaning. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['requestWord', 'past'],
  ['requestWord', 'ownNoun'],
  ['requestWord', 'already'],
  ['essential', 'ownNoun'],
  ['essential', 'weDont'],
  ['hope', 'courtesy'],
  ['modal', 'ownNoun'],
  ['modal', 'law'],
  ['please', 'meeting'],
  ['please', 'attached'],
  ['pleaseVerb', 'meeting'],
  ['askToVerb', 'othersModal'],
  ['askToVerb', 'rejected'],
  ['askYou', 'ownNoun'],
  ['wouldBe', 'ownNoun'],
  ['please', 'courtesy'],
  ['request', 'past'],
  ['recommend', 'rejected'],
  ['decision', 'ownNoun'],
  ['decision', 'rejected'],
  ['arModal', 'arOthers'],
  ['arDecision', 'arRejected'],
  ['frModal', 'frDecision'],
  ['wish', 'courtesy'],
  ['need', 'problem'],
]

/** Contexts of a sentence, determined by `units.ts`. */
export const CONTEXTS = [
  'askLead',
  'otherLead',
  'negativeLead',
  'othersLead',
  'askSection',
  'negativeSection',
  'item',
  'askRow',
  'row',
  'closedRow',
  'first',
  'lawSection',
] as const
export type Context = (typeof CONTEXTS)[number]

export const FEATURES: readonly string[] = [
  ...CUES.map(([name]) => name),
  ...PAIRS.map((pair) => pair.join('+')),
  ...CONTEXTS,
  'itemImperative',
  'askSectionModal',
  'noVerbCue',
]
const INDEX = new Map(FEATURES.map((name, i) => [name, i]))
const PATTERNS = new Map(CUES)
const ASKING = ['userStory', 'pleaseVerb', 'askToVerb', 'shortAction', 'youPassive', 'requestWord', 'essential', 'wishNoun', 'wouldBe', 'arrange', 'toBe', 'prefer', 'mustHave', 'hope', 'please', 'request', 'recommend', 'wish', 'need', 'decision', 'modal', 'askYou', 'imperative', 'nominal', 'frRequest', 'frDecision', 'frModal', 'frQuestion', 'frInfinitive', 'arRequest', 'arDecision', 'arModal', 'arQuestion', 'arMasdar'] // prettier-ignore
/** Only this much of a longer text is read. UTF-16 units. */
const MAX_LENGTH = 700

/** Indices of the features that a sentence has. */
export function featuresOf(sentence: string, contexts: ReadonlySet<Context>): number[] {
  const text = sentence.slice(0, MAX_LENGTH)
  const names = new Set<string>(contexts)
  for (const [name, pattern] of CUES) if (pattern.test(text)) names.add(name)
  // Others' duty wins: what matters is who must act, not what the sentence is about.
  if (names.has('othersModal')) names.delete('ownModal')
  for (const [a, b] of PAIRS) if (names.has(a) && names.has(b)) names.add(`${a}+${b}`)
  const isListed = contexts.has('item') || contexts.has('row')
  if (
    isListed &&
    (names.has('imperative') || names.has('frInfinitive') || names.has('arMasdar') || names.has('nominal'))
  ) {
    names.add('itemImperative')
  }
  if (contexts.has('askSection') && (names.has('modal') || names.has('ownWill'))) names.add('askSectionModal')
  if (!ASKING.some((name) => names.has(name))) names.add('noVerbCue')
  return [...names].map((name) => INDEX.get(name)!)
}

export function hasCue(name: string, text: string): boolean {
  return PATTERNS.get(name)!.test(text.slice(0, MAX_LENGTH))
}
