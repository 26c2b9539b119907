import { dueDateOf, type DateBase } from './due-date.ts'

const LABEL =
  /^(?:(?:the |our )?(?:deadline|target date|due(?: date)?|time limit|date limite|échéance|délai)\b|to be (?:\p{L}+ly )?\p{L}+(?:ed|ready|done|live)\b)/iu
/** References back to what was asked for. */
const ANAPHOR =
  /\b(?:this|it|these|that|they (?:should|must|shall|have to|need to|are to|will) be|all of (?:this|these|it)|the (?:new |whole )?(?:changes?|work|features?|functions?|corrections?|solution|updates?|matter|tasks?|requests?|adjustments?|improvements?|amendments?))\b/iu
/** A sentence with another subject is about another party's action. */
const OURS = /^(?:please|kindly|we|i|our|my|it|this|these|that|they|all|the|if|and|could|can|would)\b/i
const WISHED =
  /\b(?:please|kindly|need(?:s|ed)?|want(?:s|ed)?|required|expect(?:ed)?|hope|wish|must|should|shall|ought|would|will|could|has to|have to|to be|urgent|ready|available|in place|live|due)\b/i
/** Verbs of sentences that describe the present state instead of a wish. */
const TOLD = /\b(?:was|were|has been|have been|had|has applied|have applied|applies|apply|laid down|in force)\b/i
/** "At the latest by 1 July": a sentence without a subject. */
const ELLIPSIS =
  /^(?:at the latest|by|before|no later|not later|until|within|if possible|ideally|preferably|at best|please|latest|the latest)\b/i
const VERB = /\b(?:is|are|must|shall|should|has|have|will|can|may|would|could|closes?|opens?|begins?|ends?)\b/
const FRENCH_OR_ARABIC =
  /^(?:cela|ceci|ce |cette|ces|elles?|ils?|le tout|merci|prière|veuillez|date|au plus tard|avant|d'ici|وذلك|على أن|هذا|هذه|ويجب أن|قبل|خلال|بحلول|في موعد|آخر موعد|المهلة|الموعد)/iu

/**
 * The deadline of a requirement: from its own sentence, otherwise from a following one that refers to it.
 * @param sentences the requirement, followed by the sentences after it
 */
export function dueOfRequirement([ask = '', ...behind]: readonly string[], base: DateBase): string | null {
  const own = dueDateOf(ask, base)
  if (own !== null) return own
  const heads = headsOf(ask)
  for (const clause of behind.flatMap((text) => text.split(/;\s/))) {
    const due = isAbout(clause, heads) ? dueDateOf(clause, base) : null
    if (due !== null) return due
  }
  return null
}

function isAbout(clause: string, heads: ReadonlySet<string>): boolean {
  if (LABEL.test(clause) || FRENCH_OR_ARABIC.test(clause)) return true
  if (TOLD.test(clause)) return false
  if (ELLIPSIS.test(clause) && !VERB.test(clause)) return true
  return OURS.test(clause) && WISHED.test(clause) && (ANAPHOR.test(clause) || takesUp(clause, heads))
}

/** "The release note is wanted by …" after a requirement that names the release note. */
function takesUp(clause: string, heads: ReadonlySet<string>): boolean {
  const subject =
    /^(?:the|your|our) ((?:[\p{L}-]+ ){1,4}?)(?:is|are|must|should|shall|has|have|will|ought|needs?)\b/iu.exec(clause)
  const head = subject?.[1]!.trim().split(' ').at(-1)
  return head !== undefined && heads.has(head.toLowerCase())
}

function headsOf(ask: string): ReadonlySet<string> {
  return new Set(ask.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
}
