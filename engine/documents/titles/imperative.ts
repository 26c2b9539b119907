import type { AskClause } from './frames.ts'
import { fromNoun } from './nominal.ts'
import { fromPassive } from './passive.ts'
import { baseOfGerund, baseOfPresent, isBase } from './verbs.ts'
import { asObject } from './words.ts'

/** The system or team that makes the change is left out: "the system shall print" is "print". */
const MAKER =
  '(?:it|(?:that )?(?:the |your |our |this |an? )?(?:[\\p{L}-]+ ){0,2}?(?:system|application|module|portal|programme|team|management|software|platform|service|office|website|web site|department|gateway|IT(?! (?:team|unit|department)\\b)|app|tool))'
const MODAL = '(?:shall|must|should|will|ought to|needs? to|ha(?:s|ve) to|is to|can|could|would|might|may)'
const SMALL = '((?:(?:also|then|therefore|please|perhaps|possibly|kindly|at least|be able to) )*)'
const MADE = new RegExp(
  `^${MAKER} ${MODAL} ${SMALL}(not |no longer |never |always )?((?:\\p{L}+ly )*)([\\p{L}-]+)(?= |$)`,
  'iu',
)
const ASKED = new RegExp(
  `^(?:could|can|would|will|might|may|should) ${MAKER} ${SMALL}()((?:\\p{L}+ly )*)([\\p{L}-]+)(?= |$)`,
  'iu',
)
const WISHED = new RegExp(`^${MAKER}()(?: to)? (not )?((?:\\p{L}+ly )*)([\\p{L}-]+)(?= |$)`, 'iu')
/** A user is to be able to do something. */
const ABLE =
  /^(.{2,80}?) (?:(?:shall|must|should|ought to|needs? to|ha(?:s|ve) to|are to|is to|could|can|will|would) be|to be|are|is|were|be) (?:able|allowed|enabled|permitted) to (?=\p{L})/iu
const POSSIBLE =
  /^(?:it (?:(?:should|must|ought to|needs to|has to|shall|could|would|will) be|is|were) |would it be |is it )?possible for (.{2,80}?) to (?=\p{L})/iu
const COULD =
  /^(we|users|officers|brokers|traders|declarants|importers|exporters|holders|inspectors|supervisors|members) (?:could|can) (?=(\p{L}+))/iu
const THERE =
  /^there (?:should|must|shall|ought to|needs? to|ha(?:s|ve) to|could|would|were|was|is to|will)?\s?(?:also )?(?:be )?(?=(?:an?|one|some|more|a second|another|at least)\b)/iu
const HAVE =
  /^(.{3,60}?) (?:should|must|shall|ought to|needs? to|ha(?:s|ve) to) (?:also )?have (?=(?:an?|its own|their own|more|one|another|two|three)\b)/iu
/** "If the balance is too low, …" */
const FRONT =
  /^((?:if|when|where|once|whenever|as soon as|before|after|until|while|unless|for|in|at|during|to|upon)\s[^,]{3,80}), (.+)$/isu
const NO_VERB =
  /^(?:be|been|have|had|do|only|even|still|just|soon|first|rather|both|either|all|not|never|no|in|at|on|the|an?|by)$|ly$/i
const FINITE = /\b(?:is|are|was|were|be|should|must|shall|could|can|will|has|have|which|who)\b/i

/** The ask in the imperative; null if no rule is certain. */
export function imperative(ask: AskClause): string | null {
  const clause = ask.clause.replace(/^(?:to|whether|that) (?=\p{L})/iu, '')
  const front = FRONT.exec(clause)
  if (front) {
    const made = fromClause({ ...ask, clause: front[2]! })
    if (made !== null) return `${made} ${front[1]!.charAt(0).toLowerCase()}${front[1]!.slice(1)}`
  }
  return fromClause({ ...ask, clause })
}

function fromClause(ask: AskClause): string | null {
  const { clause, isFramed } = ask
  if (isBase(/^[\p{L}-]+/u.exec(clause)?.[0] ?? '')) return clause
  return (
    fromMaker(clause, isFramed) ??
    fromUser(clause) ??
    fromThere(clause) ??
    fromNoun(clause) ??
    fromPassive(clause, isFramed) ??
    (isFramed ? fromGerund(clause) : null) ??
    (ask.isThing && !FINITE.test(clause) ? `Provide ${clause}` : null)
  )
}

function fromMaker(clause: string, isFramed: boolean): string | null {
  const match = MADE.exec(clause) ?? ASKED.exec(clause)
  if (match) return command(match, clause)
  const wished = isFramed ? WISHED.exec(clause) : null
  return wished && command(wished, clause)
}

/** Builds the command from the small words, "not", adverb and verb matched by a maker pattern. */
function command(match: RegExpExecArray, clause: string): string | null {
  const [all, , negation = '', adverb = '', word] = match
  const behind = clause.slice(all.length)
  const not = negation.trim().toLowerCase() === 'not' ? 'do not ' : negation.toLowerCase()
  if (word!.toLowerCase() === 'have')
    return /^ (?:an?|its own|more|one|another)\b/i.test(behind) ? `${not}provide${behind}` : null
  // A modal is followed by a base form, even of an unknown verb.
  const isSure = /\b(?:shall|must|should|will|to|can|could|would|might|may)\b/i.test(all) && !NO_VERB.test(word!)
  if (isSure || isBase(word!)) return `${not}${adverb.toLowerCase()}${word!.toLowerCase()}${behind}`
  const base = baseOfPresent(word!)
  return base === null ? null : `${not}${adverb.toLowerCase()}${base}${withoutPresents(behind)}`
}

/** "… and rejects unknown ones" after a verb that has become a command is adapted; "and reports for" is a noun. */
function withoutPresents(text: string): string {
  return text.replace(
    /((?:,| and| or| but) (?:then |also |automatically )?)(\p{L}+)(?= (?!(?:of|for|in|on|by|at|to|from|with|and|or|is|are|that|which)\b)\p{L})/giu,
    (all, join: string, word: string) => {
      const base = baseOfPresent(word)
      return base === null ? all : `${join}${base}`
    },
  )
}

function fromUser(clause: string): string | null {
  const able = ABLE.exec(clause) ?? POSSIBLE.exec(clause)
  if (able) return FINITE.test(able[1]!) ? null : `Allow ${asObject(able[1]!)} to ${clause.slice(able[0].length)}`
  const could = COULD.exec(clause)
  return could && isBase(could[2]!) ? `Allow ${asObject(could[1]!)} to ${clause.slice(could[0].length)}` : null
}

function fromThere(clause: string): string | null {
  const there = THERE.exec(clause)
  if (there) return `Provide ${clause.slice(there[0].length)}`
  const have = HAVE.exec(clause)
  return have && !FINITE.test(have[1]!) ? `Give ${asObject(have[1]!)} ${clause.slice(have[0].length)}` : null
}

function fromGerund(clause: string): string | null {
  const word = /^\p{L}+/u.exec(clause)?.[0] ?? ''
  const base = baseOfGerund(word)
  return base === null ? null : `${base}${clause.slice(word.length)}`
}
