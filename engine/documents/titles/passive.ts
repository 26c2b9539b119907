import { baseOfParticiple } from './verbs.ts'
import { asObject, isPlural, lowered } from './words.ts'

const MAX_SUBJECT_LENGTH = 120
const MODAL =
  /\s(?:shall|must|should|ought to|needs? to|ha(?:s|ve) to|is to|are to|will|could|can|would)\s(?:also |therefore |then |always )?(not |no longer |never )?be\s/iu
/** "I expect the rules to be revised", without its beginning. */
const TO_BE = /\s(not )?to be\s(?=\p{L}+(?:ed|en|n|t|de)\b|\p{L}+ly\s)/iu
const SUBJUNCTIVE = /\s(not |no longer )?be\s(?=\p{L}+(?:ed|en|n|t|de)\b|\p{L}+ly\s|set |put |cut |read )/iu
const STATED = /\s(?:is|are|was|were)\s(not |no longer )?(?=\p{L}+(?:ed|en|n|t|de)\b|\p{L}+ly\s|set |put )/iu
const QUESTION = /^(?:could|can|may|might|would|should)\s(?!(?:we|i|you|it|they|there)\s)(.{3,90}?)\sbe\s/iu
/** "Declarations can be copied" asks for the possibility to copy them. */
const CAN = /^(.{3,90}?) can be (?=\p{L})/iu
/** In a subject these begin another clause, or show that the sentence has a different structure. */
const UNSURE_SUBJECT =
  /\b(?:which|who|whom|whose|that|where|when|if|because|is|are|was|were|be|been|has|have|had|should|must|shall|will|would|could|can|asked|said|added|whether)\b|[.;:]|, and (?:the|an?)\b|^(?:we|i|you) |\b(?:to|of|for|with|by|in|on|at|from|and|or|not)$/iu
const TO_ITSELF =
  /^(?:made available|taken into account|brought (?:in line|up to date)|kept (?:informed|up to date))\b/i
const PARTICLE =
  /^(?:up|out|off|down|away)\b\s?|^(?:on|in|over|back)(?=$|\s(?:by|when|if|for|at|on|automatically)\b)\s?/i
const STRANDED =
  /^(?:with|at|into|for|on|to|upon|after|in|from|about)(?=$|[,;]|\s(?:by|in|on|at|within|before|as|when|immediately)\b)/i
const DONE_BY =
  /\bby (?:an? |the |two |three |one |its |their |our |your |at least |another |both )?(?:\p{L}+ )?(?:officers?|users?|managers?|supervisors?|heads?|staff|person|people|brokers?|traders?|colleagues?|department|office|ministry|bank|board|director|authority|him|her|them|us|himself|themselves)\b/iu
const OTHER_CLAUSE = /\b(?:and|but|or)\b[^,;]{2,60}\b(?:is|are|be|should|must|shall|will|can|could)\b/i

interface Passive {
  subject: string
  negation: string
  /** from the participle onwards */
  rest: string
}

/** "The name should be displayed" becomes "display the name"; if the verb is uncertain, "ensure that the name is …". */
export function fromPassive(clause: string, isFramed: boolean): string | null {
  const can = CAN.exec(clause)
  if (can && sure({ subject: can[1]!, negation: '', rest: '' }))
    return `Allow ${asObject(can[1]!)} to be ${clause.slice(can[0].length)}`
  const passive = passiveOf(clause, isFramed)
  return passive && (active(passive) ?? ensured(passive))
}

function passiveOf(clause: string, isFramed: boolean): Passive | null {
  const question = QUESTION.exec(clause)
  if (question) return sure({ subject: question[1]!, negation: '', rest: clause.slice(question[0].length) })
  for (const pattern of isFramed ? [MODAL, TO_BE, SUBJUNCTIVE, STATED] : [MODAL]) {
    const match = pattern.exec(clause)
    if (!match || match.index > MAX_SUBJECT_LENGTH) continue
    const passive = sure({
      subject: clause.slice(0, match.index),
      negation: (match[1] ?? '').trim().toLowerCase(),
      rest: clause.slice(match.index + match[0].length).replace(/ by the (?:system|application|portal)$/i, ''),
    })
    if (passive) return passive
  }
  return null
}

/** Before a modal the subject may contain a relative clause, if that is complete. */
function sure(passive: Passive): Passive | null {
  const { subject } = passive
  const complete = /^(.{3,40}?) (?:that|which|who) (?:is|are|has|have|was|were|do|does) .{3,}$/iu.exec(subject)
  return UNSURE_SUBJECT.test(complete ? complete[1]! : subject) ? null : passive
}

function active({ subject, negation, rest }: Passive): string | null {
  const words = /^((?:\p{L}+ly )*)([\p{L}-]+)(?:(?:,| and| or) ([\p{L}-]+))?/iu.exec(rest)
  if (!words) return null
  const [, adverb, participle, second] = words
  const verb = baseOfParticiple(participle!)
  if (verb === null) return null
  const secondVerb = second ? baseOfParticiple(second) : null
  if (second && secondVerb === null && !/^\p{L}+ (?:and|or) then\b/u.test(rest)) {
    // "shown and the total printed"
    if (/^(?:\p{L}+ly )*[\p{L}-]+(?: and| or) /iu.test(rest)) return null
  }
  const join = / or /.test(words[0]) ? ' or ' : ' and '
  const used = secondVerb ? words[0].length : adverb!.length + participle!.length
  const behind = rest.slice(used).trimStart()
  if (STRANDED.test(behind) || DONE_BY.test(behind) || hasOtherVerb(behind)) return null
  const particle = PARTICLE.exec(behind)?.[0] ?? ''
  const available = TO_ITSELF.test(`${participle} ${behind}`) ? '' : particle.trim()
  const verbs = [verb, ...(secondVerb ? [secondVerb] : [])].join(join)
  const start = [negated(negation), adverb!.trim().toLowerCase(), verbs, available].filter(Boolean).join(' ')
  return withObject(start, asObject(subject), behind.slice(available ? particle.length : 0))
}

function withObject(start: string, object: string, behind: string): string {
  const gap = behind === '' || /^[,;]/.test(behind) ? '' : ' '
  return `${start} ${object}${gap}${behind}`
}

function negated(negation: string): string {
  return negation === 'not' ? 'do not' : negation
}

/** "… on the screen and printed on the receipt" */
function hasOtherVerb(text: string): boolean {
  if (OTHER_CLAUSE.test(text)) return true
  const others = text.matchAll(
    /(?:,|\band|\bor|\bbut)\s(?:\p{L}+ly )?(?:then |not |also |be |is |are )?([\p{L}-]+)(?=$|\s(?:to|in|on|by|at|as|from|with|for|into|via|when|if|after|before|within|\p{L}+ly)\b|[,.])/giu,
  )
  return [...others].some(([, word]) => baseOfParticiple(word!) !== null)
}

function ensured({ subject, negation, rest }: Passive): string {
  const not = negation === '' ? '' : `${negation} `
  return `Ensure that ${lowered(subject)} ${isPlural(subject) ? 'are' : 'is'} ${not}${rest}`
}
