/** Removes the introduction of an ask: "we should be grateful if", "it was agreed that", "please". */

/** "The screen should list all requests by name" has no wisher called "the screen should list all". */
const MODAL = 'should|must|shall|will|would|can|could|may|might'
/** The subject of a wish: "we", "the board", "several of our members". */
const WISHER = `(?:we|i|they|it|you|(?:the|our|your|my|some|several|many|most|all|both) (?:(?!(?:is|are|was|were|and|has|have|which|that|not|${MODAL})\\b)[\\p{L}'’-]+ ){0,3}?(?!(?:is|are|and|${MODAL})\\b)[\\p{L}'’-]+|members|participants|respondents|visitors|traders|inspectors|importers|management|brokers|users|officers|headquarters|customs)`
const ADVERB =
  '(?:(?:also|further|hereby|therefore|thus|respectfully|strongly|kindly|urgently|now|then|again|finally|very much|really|unanimously|jointly|additionally|furthermore|first|formally|earnestly|hence) )*'
const GLAD =
  '(?:grateful|thankful|glad|pleased|happy|obliged|delighted|helpful|useful|good|great|nice|desirable|appreciated|welcome|welcomed|ideal|better|best|practical|convenient|valuable|handy|beneficial)'

/** Patterns of introductions. Applied repeatedly until none matches (at most four rounds). */
const FRAMES: readonly RegExp[] = [
  /^(?:action|decision|recommendation|resolution|requirement|agreed|to do|todo|task|request|R|L)\s?[\d.]{0,5}\s?[:–.)-]\s*/iu,
  /^(?:first of all|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|also|further(?:more)?|moreover|in addition|therefore|however|next|then|besides|lastly|accordingly|after discussion|in particular|similarly),?\s+/iu,
  /^(?:and|but|so)\s+/iu,
  /^(?:first of all|in (?:the )?future|lastly|in the meantime|with immediate effect|with regard to [^,]{3,60}),?\s+/iu,
  /^[^:.]{2,40}:\s(?=(?:we|i|it|please|could|can)\b)/iu,
  new RegExp(
    `^${WISHER} (?:would )?${ADVERB}(?:expects?|wants?|needs?|wish(?:es)?(?: for)?|prefers?|believes? that|feels? that|hopes? that|thinks? that|considers? that) (?!is\\b|are\\b|was\\b|to be (?!able)|\\p{L}+ing\\b)(?:to (?:be able to )?)?`,
    'iu',
  ),
  /^(?:you|your \p{L}+|the (?:team|programme|office))\s(?:is|are)\s(?:\p{L}+\s)?(?:requested|directed|instructed|invited|asked|required|expected|urged|encouraged)?\s?(?:also\s)?to\s/iu,
  /^as an? [^,.;]{2,40}?,? i (?:want|need|would like)\s(?:to\s)?/iu,
  /^user story\s?\d*\s?[:.–-]\s*/iu,
  /^(?:please|kindly)(?:,| also| therefore)?\s+/iu,
  new RegExp(
    `^(?:may |might |can |could )?${WISHER} (?:has |have |would |wish(?:es)? to |would like to |must |had )?${ADVERB}(?:request(?:s|ed)?|ask(?:s|ed)?|recommend(?:s|ed)?|propose[sd]?|suggest(?:s|ed)?|demand(?:s|ed)?|urge[sd]?|agree[sd]?|decide[sd]?|resolve[sd]?|conclude[sd]?|noted) (?!which\\b|what\\b|how\\b|why\\b|who\\b|when\\b|where\\b)(?:you |for |on )?(?:that |to |whether |if )?`,
    'iu',
  ),
  new RegExp(
    `^(?:it (?:is|was|has been|had been) )?${ADVERB}(?:requested|recommended|proposed|suggested|agreed|decided|resolved|concluded|desired|asked) (?:that |to |on )`,
    'iu',
  ),
  new RegExp(
    `^${WISHER} (?:would|should|'d|shall) ${ADVERB}(?:be (?:\\p{L}+ )?${GLAD}(?: to us| for us)?|appreciate it|like|love|help(?: us)?(?: a great deal| a lot)?|welcome it|welcome|appreciate) (?:if |to (?:see |have |be able to )?|that )?`,
    'iu',
  ),
  new RegExp(
    `^it would ${ADVERB}(?:be an? (?:\\p{L}+ )?(?:help|advantage|relief|improvement)) (?:to us |for us )?(?:if |to |that )`,
    'iu',
  ),
  /^(?:i|we) (?:would )?wonder (?:if|whether) /iu,
  /^(?:i'd|we'd) (?:like|love)\s(?:to\s(?:see\s|have\s|be able to\s)?)?/iu,
  /^(?:could|can|would|will)\s(?:you|your \p{L}+|the (?:team|programme|office|service))\s(?:please |kindly |also )*/iu,
  /^(?:you|your (?:team|office|service)) (?:could|would|can|will) (?:please |kindly |also )*/iu,
  /^(?:can|could|may|might)\s(?:we|i)\s(?:please |also )?(?=(?:get|have|see|receive|be|use|download|export)\b)/iu,
  /^(?:would it be|is it|is there)\s(?:possible|feasible|any (?:way|chance|possibility))\s(?:to|that)\s/iu,
  /^it (?:should|must|ought to|needs to|has to|shall|could) be (?:made )?possible (?:to|that)\s/iu,
]
/** A thing follows these, not an action. */
const NEED = /^(?:there is |there's |we see |there remains )?(?:an? |the )?(?:\p{L}+ )?need (?:for|to|of) /iu
/** French and Arabic. */
const OTHER_LANGUAGES: readonly RegExp[] = [
  /^(?:nous\s)?(?:vous\s)?(?:prions|demandons|souhaitons|recommandons|proposons|voudrions|aimerions)\s(?:également\s)?(?:de\s|d'|que\s)?(?:bien vouloir\s)?/iu,
  /^il (?:est|a été|serait)\s(?:également\s|aussi\s)?(?:demandé|recommandé|souhaité|proposé|décidé|convenu|souhaitable|utile)\s(?:que\s|de\s|d')/iu,
  /^(?:le|la|les) \p{L}+\s(?:demandent?|décident?|souhaitent?|recommandent?|proposent?)\s(?:que\s|de\s|d'|à\s)?/iu,
  /^(?:veuillez|merci de|merci d'|prière de|pourriez-vous|pouvez-vous|serait-il possible de|serait-il possible d')\s*/iu,
  /^(?:كما|و)?\s?(?:يرجى|نرجو(?: منكم| من \S+)?|الرجاء|برجاء|نطلب|نطالب ب?|تطلب الوزارة|نوصي ب?|نقترح|نأمل|نود|تم الاتفاق على|قررت اللجنة|تقرر|هل يمكن|من الضروري)\s?/u,
]
/** "Exchange rates The central bank …": a heading that the layout has joined to the following sentence. */
const JOINED_HEADING =
  /^\p{Lu}[\p{L} -]{2,50}?\p{Ll}{2} (?=(?:The|We|It|This|These|There|Our|Please|Could|Would) \p{Ll}+ \p{Ll})/u

export interface AskClause {
  clause: string
  /** a frame was removed, so the rest is an ask, whatever its mood */
  isFramed: boolean
  /** follows "if": on its own it would not be an ask */
  isConditional: boolean
  /** follows "a need for": a thing */
  isThing: boolean
}

export function stripFrame(sentence: string): AskClause {
  let clause = sentence.replace(JOINED_HEADING, '')
  const start = clause
  let isConditional = false
  let isThing = false
  for (let turn = 0; turn < 4; turn++) {
    const before = clause
    for (const frame of [...FRAMES, NEED, ...OTHER_LANGUAGES]) {
      const match = frame.exec(clause)
      if (!match) continue
      isConditional = /\b(?:if|whether) $/i.test(match[0])
      isThing = frame === NEED && /\b(?:for|of) $/i.test(match[0])
      clause = clause.slice(match[0].length)
    }
    if (clause === before) break
  }
  return { clause, isFramed: clause !== start, isConditional, isThing }
}
