import { fold } from '../../../shared/fold.ts'

/** Whose state a question asks for: "my request", "my requests", "it", or nothing named. */
export type StateOf = 'one' | 'several' | 'it' | 'unsaid'

const listed = (words: string) => new Set(words.trim().split(/\s+/))

/** Words that ask for the state of a request by themselves. */
const STATE = listed(`
status state situation stage phase news update updates progress movement
happening happened going doing moving moved getting coming along up new far standing stand stands
ready done finished completed complete delivered closed through live
approved accepted rejected refused declined cancelled reviewed decided checked looked look seen read
started begun assigned picked working worked handled handling processed taken stuck waiting pending open`)

/** The nouns among them: alone, without a word for a request, only these ask for the asker's own. */
const NEWS = listed('status state news update updates progress movement ready done finished')

const MINE = listed('my our')
const ONE = listed('request rfd ticket submission')
const SEVERAL = listed('requests rfds tickets submissions')

/** Words between them that change nothing. */
const GLUE = listed(`
a an the of on for with about in at to from by and so but or own last latest newest recent most current present
please kindly thanks thank hi hello hey ok okay dear just do does did is are was were be been being has have had s
will would can could you i me we there it this that what whats how hows where wheres when any some anything something
nothing anyone anybody someone somebody everything tell give let know see like want wondering ask again
when until till how long takes take check work things longer long much more right now yet already still currently moment today lately so far recently somehow actually finally`)

/** "How do I …", "which of …", "how many …": about the product, or about a list. */
const OTHER =
  /^\W*(?:and |so |please )*(?:how (?:do|can|could|should|would|will|many|much (?!longer\b))|which|can i|may i|where (?:do|can|could) i)\b/

/**
 * Whose state a question asks for, if it asks for nothing else: each of its words asks for the state, names the asker's
 * requests, or changes nothing. "Any news?", "is my request ready yet?", "what about my requests?", "my request"
 */
export function stateAsked(question: string): StateOf | null {
  const text = fold(question)
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const isKnown = (word: string) => [STATE, MINE, ONE, SEVERAL, GLUE].some((known) => known.has(word))
  if (words.length === 0 || OTHER.test(text) || !words.every(isKnown)) return null
  const states = words.filter((word) => STATE.has(word))
  // "My finished request" selects one.
  if (words.some((word, i) => ONE.has(word) && STATE.has(words[i - 1] ?? ''))) return null
  const isMine = words.some((word) => MINE.has(word))
  if (isMine && words.some((word) => SEVERAL.has(word)))
    return states.length > 0 || /\b(?:where|about)\b/.test(text) ? 'several' : null
  if (isMine) return words.some((word) => ONE.has(word)) ? 'one' : null
  if (words.some((word) => ONE.has(word) || SEVERAL.has(word)) || !states.some((word) => NEWS.has(word))) return null
  return words.includes('it') ? 'it' : 'unsaid'
}

/** Whether a question that is not about a list or the product asks for one thing, here beside a quoted title. */
export function asksOfOne(rest: string): boolean {
  const text = fold(rest)
  if (OTHER.test(text) || OF_LIST.test(text)) return false
  return stateAsked(`my request ${rest}`) !== null || !/\p{L}/u.test(text) || OF_ONE.test(text)
}

const OF_LIST =
  /\b(?:which|list|find|search|look for|mention\w*|contain\w*|similar|like|about|requests|rfds|tickets|titles?|called|named|documents?|files?)\b/

const OF_ONE =
  /^\W*(?:(?:and|so|but|hi|hello|please|tell me|do you know|can you tell me|the|current)\W+)*(?:status|state|priority|deadline|due date|department|when|who|whos|whose|where|what|whats|by when|how (?:far|is|long)|is|was|has|did|will|why)\b/
