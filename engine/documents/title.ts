import { IMPERATIVE } from './asks/cues.ts'

/** A short title from the sentence that asks: what introduces the ask is left out, its verb comes first where a rule finds it. */

const LONGEST_TITLE = 200
/** A title is cut at a comma or "because" behind this many characters. */
const LONG = 110

/** What introduces an ask, and what is left of the sentence behind it. Tried again and again until none fits. */
const INTRODUCTIONS: readonly RegExp[] = [
  /^(?:action|decision|recommendation|resolution|requirement|agreed|to do|todo|task|request|R|L)\s?[\d.]{0,5}\s?[:–.)-]\s*/iu,
  /^(?:first of all|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|also|further(?:more)?|moreover|in addition|therefore|however|next|then|besides|lastly|accordingly|after discussion|in particular|similarly),?\s+/iu,
  /^(?:and|but|so)\s+/iu,
  /^(?:first of all|in (?:the )?future|lastly|in the meantime|with immediate effect|with regard to [^,]{3,60}),?\s+/iu,
  /^[^:.]{2,40}:\s(?=(?:we|i|it|please|could|can)\b)/iu,
  /^(?:we|i|it|they|the \p{L}+|headquarters)\s(?:would )?(?:also )?(?:expects?|wants?|needs?|wish(?:es)?(?: for)?|prefers?|believes? that|feels? that|hopes? that)\s(?:to\s)?/iu,
  /^(?:you|your \p{L}+|the (?:team|programme|office))\s(?:is|are)\s(?:\p{L}+\s)?(?:requested|directed|instructed|invited|asked|required|expected|urged|encouraged)?\s?(?:also\s)?to\s/iu,
  /^as an? [^,.;]{2,40}?,? i (?:want|need|would like)\s(?:to\s)?/iu,
  /^user story\s?\d*\s?[:.–-]\s*/iu,
  /^(?:please|kindly)(?:,| also| therefore)?\s+/iu,
  /^(?:the \p{L}+(?: \p{L}+)?|we|i|members|it|they|management|our \p{L}+|brokers|users|officers)\s(?:(?:also|further|hereby|therefore|respectfully|strongly|kindly|urgently|now|then)\s)*(?:request(?:s|ed)?|ask(?:s|ed)?|recommend(?:s|ed)?|propose[sd]?|suggest(?:s|ed)?|demand(?:s|ed)?|urge[sd]?|agree[sd]?|decide[sd]?|resolve[sd]?|conclude[sd]?|noted)\s(?:you\s|for\s|on\s)?(?:that\s|to\s)?/iu,
  /^(?:it (?:is|was) )?(?:hereby |also |further |then |therefore )?(?:requested|recommended|proposed|suggested|agreed|decided|resolved|concluded|desired|asked)\s(?:that\s|to\s|on\s)/iu,
  /^(?:the \p{L}+|we|i|it|members|our \p{L}+)\s(?:would|should|'d)\s(?:also |very much |really )?(?:be\s(?:most |very )?(?:grateful|glad|pleased|happy|helpful|useful|good|desirable)|appreciate it|like|help(?: us)?(?: a great deal| a lot)?|welcome it|welcome|appreciate)\s(?:if\s|to\s(?:see\s|have\s|be able to\s)?|that\s)?/iu,
  /^i'd (?:like|love)\s(?:to\s(?:see\s|have\s|be able to\s)?)?/iu,
  /^(?:could|can|would|will)\s(?:you|your \p{L}+|the (?:team|programme|office|service))\s(?:please |kindly |also )*/iu,
  /^(?:can|could|may|might)\s(?:we|i)\s(?:please |also )?(?=(?:get|have|see|receive|be|use|download|export)\b)/iu,
  /^(?:would it be|is it|is there)\s(?:possible|feasible|any (?:way|chance|possibility))\s(?:to|that|for)\s/iu,
  /^(?:there is )?(?:an? )?(?:urgent |great )?need (?:for|to|of)\s/iu,
  /^(?:nous\s)?(?:vous\s)?(?:prions|demandons|souhaitons|recommandons|proposons|voudrions|aimerions)\s(?:également\s)?(?:de\s|d'|que\s)?(?:bien vouloir\s)?/iu,
  /^il (?:est|a été|serait)\s(?:également\s|aussi\s)?(?:demandé|recommandé|souhaité|proposé|décidé|convenu|souhaitable|utile)\s(?:que\s|de\s|d')/iu,
  /^(?:le|la|les) \p{L}+\s(?:demandent?|décident?|souhaitent?|recommandent?|proposent?)\s(?:que\s|de\s|d'|à\s)?/iu,
  /^(?:veuillez|merci de|merci d'|prière de|pourriez-vous|pouvez-vous|serait-il possible de|serait-il possible d')\s*/iu,
  /^(?:كما|و)?\s?(?:يرجى|نرجو(?: منكم| من \S+)?|الرجاء|برجاء|نطلب|نطالب ب?|تطلب الوزارة|نوصي ب?|نقترح|نأمل|نود|تم الاتفاق على|قررت اللجنة|تقرر|هل يمكن|من الضروري)\s?/u,
]
/** The maker of the change says nothing: "the system shall print" is "print". */
const MAKER =
  /^(?:that\s)?(?:the |your |our |this )?(?:declaration |national |clearance |new )?(?:system|application|module|portal|programme|team|management|software|platform|service|office|it (?:team|unit|department)|gateway|it)\s(?:shall|must|should|will|ought to|needs? to|has to|is to|can|would|could)\s(?:also |then |therefore |automatically )?(?:be able to )?(?=\p{L}+)(?!be\b|have\b|not\b)/iu
const MAKER_WISHED = new RegExp(
  `^(?:the |your |our )?(?:\\p{L}+ )?(?:system|application|module|portal|programme|team|software|platform|service)s? (?=${IMPERATIVE}\\b)`,
  'iu',
)
const MODAL =
  /\s(?:shall|must|should|ought to|needs? to|ha(?:s|ve) to|is to|are to|will|could|can|would)\s(?:also |therefore |then )?be\s/iu
/** "I expect the rules to be revised", when its beginning is gone. */
const TO_BE = /\sto be\s(?=\p{L}+(?:ed|en|n|t|de)\b)/iu
const SUBJUNCTIVE = /^([^,.;]{3,90}?)\sbe\s(?=\p{L}+(?:ed|en|n|t|de)\b|(?:\p{L}+ly)\s)/iu
const NOMINAL_NEEDED =
  /^(an? |the )?(.{4,120}?)\s(?:is|are)\s(?:also |urgently |still |badly )*(?:needed|required|requested|desired|wanted|missing|recommended|proposed|overdue|necessary)\b.*$/iu
const VERBS: Record<string, string> = {
  introduction: 'Introduce', publication: 'Publish', removal: 'Remove', integration: 'Integrate', preparation: 'Prepare',
  installation: 'Install', creation: 'Create', addition: 'Add', implementation: 'Implement', development: 'Develop',
  replacement: 'Replace', correction: 'Correct', establishment: 'Establish', migration: 'Migrate', automation: 'Automate',
  extension: 'Extend', translation: 'Translate', deletion: 'Delete', provision: 'Provide', transfer: 'Transfer',
  encryption: 'Encrypt', improvement: 'Improve', simplification: 'Simplify', review: 'Review', restoration: 'Restore',
  modification: 'Modify', calculation: 'Calculate', registration: 'Register', inclusion: 'Include', completion: 'Complete',
  conversion: 'Convert', alignment: 'Align', reduction: 'Reduce', expansion: 'Expand', verification: 'Verify', production: 'Produce',
} // prettier-ignore
const NOMINAL_OF = /^(?:the |an? )?(\p{L}+)\sof\s(?:the |an? )?/iu
/** What follows the ask in its sentence and explains it. */
const TAIL =
  /(?:;|,\s(?:which|because|since|as|so that|in order|while|where|but|and this|car|afin)\s|\s(?:because|since)\s).*$/isu

/** @param sentence in one line */
export function titleOf(sentence: string): string {
  let rest = sentence.replace(/^[\s"'“«(-]+/, '')
  for (let turn = 0; turn < 4; turn++) {
    const before = rest
    for (const introduction of INTRODUCTIONS) rest = rest.replace(introduction, '')
    if (rest === before) break
  }
  if (rest.trim().length < 8) rest = sentence
  rest = imperative(rest.replace(/[\s.!?؟:;,]+$/u, ''))
  if (rest.length > LONG) rest = rest.replace(TAIL, '')
  rest = shorten(rest.replace(/[\s.!?؟:;,]+$/u, ''))
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

function imperative(clause: string): string {
  const made = clause.replace(MAKER, '').replace(MAKER_WISHED, '')
  if (made !== clause) return made
  const needed = NOMINAL_NEEDED.exec(clause)
  if (needed) return nominal(`${needed[1] ?? ''}${needed[2]!}`) ?? `Provide ${needed[1] ?? ''}${needed[2]!}`
  const asVerb = nominal(clause)
  if (asVerb !== null) return asVerb
  const passive = MODAL.exec(clause) ?? TO_BE.exec(clause)
  if (passive && passive.index < 120) {
    const subject = clause.slice(0, passive.index)
    return `Ensure that ${lowered(subject)} ${isPlural(subject) ? 'are' : 'is'} ${clause.slice(passive.index + passive[0].length)}`
  }
  const wished = SUBJUNCTIVE.exec(clause)
  if (wished)
    return `Ensure that ${lowered(wished[1]!)} ${isPlural(wished[1]!) ? 'are' : 'is'} ${clause.slice(wished[0].length)}`
  return clause
}

function nominal(clause: string): string | null {
  const found = NOMINAL_OF.exec(clause)
  const verb = found && VERBS[found[1]!.toLowerCase()]
  return verb ? `${verb} ${clause.slice(found[0].length)}` : null
}

function lowered(words: string): string {
  return /^\p{Lu}\p{Ll}/u.test(words) && !/^\p{Lu}\p{L}+\s\p{Lu}/u.test(words)
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : words
}

/** By the head of the subject: the last word before "of", "for" and the like. */
function isPlural(subject: string): boolean {
  if (/^(?:an?|each|every|any|this|that|one)\s/i.test(subject)) return false
  if (/^(?:all|these|those|both|two|three|several|many)\s/i.test(subject)) return true
  const head = subject.split(/\s(?:of|for|in|on|by|with|from|to|that|which|above|below|between|at|who)\s/i)[0]!
  return / and /.test(head) || /(?:[^su]s|ies|data)$/i.test(head.trim())
}

function shorten(text: string): string {
  if (text.length <= LONGEST_TITLE) return text
  const cut = text.slice(0, LONGEST_TITLE - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > LONGEST_TITLE / 2 ? cut.slice(0, end) : cut).replace(/[\ud800-\udbff]$/, '')}…`
}
