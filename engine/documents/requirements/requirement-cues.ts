import { IMPERATIVE, MODAL, NOMINALS, OTHERS, OWN } from './cue-words.ts'

/**
 * Features of the requirement classifier: each cue is a pattern of one kind of wording. These are the English wordings of wishes, orders,
 * decisions and questions, and those shared by English, French and Arabic. A cue proves nothing by itself; its weight, alone
 * and in combination, is learnt from `corpus.txt`.
 */
export type Cue = readonly [name: string, pattern: RegExp]

export const REQUIREMENT_CUES: readonly Cue[] = [
  [
    'pleaseVerb',
    new RegExp(
      `\\b(?:please|kindly|(?:could|can|would|will) (?:you|someone|somebody|the \\p{L}+|your \\p{L}+)(?: please| kindly)?|why not|(?:veuillez|merci de|bien vouloir|pourriez-vous) \\p{L}+) (?:also |then |now |therefore )?(?!(?:accept (?:the|my|our)|keep me|record my|give my|submit (?:your|comments)|return (?:this|the form)|tell (?:us|me|marta|\\p{Lu})|check (?:whether you|your)|complete (?:this|the) (?:form|survey)|register|support us))(?:${IMPERATIVE}|make|let|get|add)\\b`,
      'iu',
    ),
  ],
  [
    'askToVerb',
    new RegExp(
      `\\b(?:decided|agreed|resolved|requested|asked|directed|instructed|recommend(?:s|ed)?|propose[sd]?|suggest(?:s|ed)?|urge[sd]?|advise[sd]?|essential|necessary|important|possible|need(?:s|ed)?|want(?:s|ed)?|like|required|expected|invite[sd]?|encouraged|tasked|called upon|on)\\b[^.;:]{0,40}? to (?:also |please |\\p{L}+ly )?(?:${IMPERATIVE}|build|make|be able to)\\b`,
      'iu',
    ),
  ],
  [
    'userStory',
    /\bas an? [^,.;]{2,40}?,? i (?:can|want|need|receive|see|would like|must|should|am able)\b|[([](?:action|owner|assigned to|responsible)\s?[:–-]/iu,
  ],
  [
    'felt',
    /\b(?:it was felt|believes?|feels?|is of the (?:opinion|view)|considers?|takes? the view|is convinced|argues?) (?:strongly |firmly |also )?that\b/iu,
  ],
  ['shortAction', new RegExp(`^[\\p{Lu}][\\p{L}. ]{0,20}(?: to|:) (?:${IMPERATIVE})\\b`, 'u')],
  [
    'attached',
    /\b(?:attached|enclose[ds]?|ci-joint|as requested|comme demandé|have been received|acknowledge receipt|in reply to|refer to|your (?:letter|request) of|further to our)\b/iu,
  ],
  [
    'personal',
    /\b(?:congratulate|your (?:understanding|patience|support|reply|attention)|remind you|(?:you|be) available|come to|meet (?:next|on|at)|join us|tell (?:us|me) (?:who|what|when|how|where|whether|why)|nous dire|treat this|disregard|bring (?:this|it) to the attention|finds? you|arrival of this)\b|بخير/iu,
  ],
  [
    'youPassive',
    /\b(?:you|your \p{L}+|the (?:programme|team|office|service|department|unit|system|contractor|developers?|it \p{L}+)) (?:is|are|were|was) (?:therefore |hereby |also |kindly |further |strongly |now |respectfully )*(?:requested|asked|directed|instructed|invited|urged|encouraged|advised|required|expected|called upon|to|tasked|mandated|reminded to)\b/iu,
  ],
  [
    'requestWord',
    /\b(?:request(?:s|ed|ing)?|ask(?:s|ed|ing)? (?:for|that|if|whether|you)|expect(?:s|ed)?|insist(?:s|ed)?|seek(?:s)?|sought|advocat(?:e|es|ed)|press(?:es|ed)? for|plead(?:s|ed)? for|petition(?:s|ed)?|beg(?:s)?|implore|require(?:s|d)?|call(?:s|ed|ing)? for|demand(?:s|ed|ing)?)\b/iu,
  ],
  [
    'essential',
    /\b(?:is|are|was|were|be|seems?|becomes?) (?:\p{L}+ ){0,3}(?:essential|necessary|vital|crucial|indispensable|imperative|important|advisable|desirable|welcome|overdue|called for|sought|expected|a must|a priority|wanted|requested|recommended|proposed|suggested|needed|warranted|high on)\b/iu,
  ],
  [
    'wishNoun',
    /\b(?:wish(?: list)?|request|proposal|suggestion|recommendation|demand|concern|plea|ask|priority|requirement) (?:is|was|concerns|:|remains|from)\b|\b(?:is|remains) (?:\p{L}+ ){0,4}(?:wish|request|priority|demand|requirement)\b|\b(?:our|my|one|another|a further|the second|the first) (?:\p{L}+ )?(?:wish|request|suggestion|recommendation|ask)\b/iu,
  ],
  [
    'wouldBe',
    /\b(?:would|might|could|may) (?:also |really |certainly |then )?be (?:\p{L}+ )?(?:grateful|thankful|obliged|happy|great|nice|handy|welcome|beneficial|good|ideal|doable|feasible|better|best|worth\p{L}*|wise|prudent|fantastic|lovely|practical|convenient|valuable|of (?:great )?(?:help|use|value|benefit))\b|\bhow about\b|\bwhat about\b|\bmight (?:want|wish|like) to\b|\bmay (?:want|wish) to consider|\bwe'd be\b|\bif (?:you|it|this|that|they|the \p{L}+) could\b|\bwould do well to\b|\bworth (?:adding|having|considering|looking)/iu,
  ],
  [
    'arrange',
    /\b(?:arrange (?:for|to)|make sure|ensure|see to it|take (?:steps|measures|action)|put in place|set up|provide for|have (?:this|it|them|the \p{L}+) (?:\p{L}+ )?(?:fixed|changed|corrected|extended|removed|added|checked)|look into|give (?:us|priority|effect))\b/iu,
  ],
  [
    'toBe',
    /\b(?:for|expects?|wants?|wish(?:es)?|like|prefer|need|see|have) (?:\p{L}+ ){1,6}?(?:to be )?(?:extended|added|changed|corrected|removed|revised|replaced|shown|made|fixed|improved|updated|introduced|published|limited|included|displayed|sent|shortened|simplified|translated|taken into)\b/iu,
  ],
  [
    'prefer',
    /\b(?:(?:i|we|they|users?|officers?|brokers?|inspectors?)(?:'d| would)? (?:rather|prefer)|rather have|preferably|ideally|instead)\b/iu,
  ],
  ['mustHave', /\bthere (?:should|must|needs? to|ought to|has to|shall) be\b/iu],
  [
    'unless',
    /\b(?:we (?:lack|miss)|what (?:is|we) (?:missing|miss|lack|need|want)|long[- ]awaited|still waiting for|high time)\b/iu,
  ],
  ['hope', /\b(?:hope|trust|count on|rely on you|await(?:s|ing)?|would expect|i expect|we expect)\b/iu],
  [
    'please',
    /\b(?:please|kindly)\b|\bveuillez\b|\bmerci de\b|\bpri(?:e|ons) de\b|\bprière de\b|يرجى|نرجو|الرجاء|برجاء|أرجو|رجاء/iu,
  ],
  [
    'request',
    /\b(?:we|i|it|ministry|board|committee|members|brokers|traders|company|association|unit|directorate|department|mission|commission|is|are) (?:\p{L}+ ){0,2}(?:request(?:s|ed)?|ask(?:s|ed)? (?:you|that|for|your|the (?:programme|team|office|service|unit|it))|urge[sd]?|call(?:s|ed)? (?:on|upon|for)|demand(?:s|ed)?|appl(?:y|ies) for)\b|\brequest(?:ed)? (?:that|to|for)\b|\b(?:it is|we|is|are) (?:hereby |further |also |therefore |respectfully )*requested\b/iu,
  ],
  [
    'recommend',
    /\b(?:recommend(?:s|ed|ation)?|propos(?:e|es|ed|al) (?:to|that)|suggest(?:s|ed)? (?:that|to|\p{L}+ing)|advise[sd]? (?:that|to)|encourage[sd]? (?:you|the)|invite[sd]? (?:you|the (?:programme|office|team|unit|it)))\b/iu,
  ],
  [
    'wish',
    /\b(?:would|should) (?:also |very much |really |therefore |further )*(?:like|appreciate|welcome|love|be (?:most |very |extremely )*(?:grateful|glad|pleased|obliged|helpful|useful|good|nice|happy|desirable|advisable))\b|\bi'd like|\bwe'd like|\bwould (?:greatly |really )*help\b|\bwish(?:es)? (?:to (?:see|have|receive)|for)|\bwants?\b|\b(?:is|are) (?:urgently |also |badly )*(?:desired|wanted|desirable)\b|\bhope(?:s)? (?:that|to (?:see|have))/iu,
  ],
  [
    'need',
    /\b(?:we|they|brokers|officers|users|members|operators|traders|inspectors|clerks|staff) (?:\p{L}+ )?need\b|\b(?:is|are) (?:also |urgently |still )*(?:needed|required|necessary|missing|overdue|lacking)\b|\b(?:urgent )?need (?:for|of|to)\b|\bneeds\b|\bin need of\b|\blacks?\b/iu,
  ],
  [
    'decision',
    /\b(?:it was|was|were|we|meeting|group|board|committee|members|parties|chair|working group|mission|programme|participants) (?:\p{L}+ ){0,3}(?:agreed|decided|resolved|concluded)\b|^(?:action|decision|resolution|agreed|to do|todo|task|follow-up|next step)s?\s?\d{0,3}\s?[:–-]|\b(?:agreed|decided|resolved|concluded) (?:that|to|on)\b/iu,
  ],
  ['modal', new RegExp(`\\b${MODAL}\\b`, 'iu')],
  ['ownModal', new RegExp(`\\b(?:${OWN})\\b[^.;,]{0,70}?\\b(?:${MODAL}|will|can|could|may)\\b`, 'iu')],
  [
    'othersModal',
    new RegExp(
      `(?:^|\\b(?:that|and|if|each|every|all|the|any|our|which|but|however,?) )(?:the |each |every |all |any |our |late |no |new |other |national |regional |local )*(?:\\p{L}+ ){0,2}(?:${OTHERS})(?: (?!that\\b|to\\b|of\\b)\\p{L}+){0,6}? (?:${MODAL}|will|undertakes?|agreed to|may|cannot)\\b`,
      'iu',
    ),
  ],
  ['ownWill', new RegExp(`\\b(?:${OWN})\\b[^.;,]{0,50}?\\b(?:will|shall) (?:be |also |then )?\\p{L}+`, 'iu')],
  ['will', /\bwill\b/iu],
  ['subjunctive', /\bthat [^.;]{3,90}? be (?:\p{L}+ly )?\p{L}+(?:ed|en|t|de|n)\b/iu],
  [
    'passiveOwn',
    new RegExp(`\\b(?:${OWN})\\b[^.;]{0,60}?\\b(?:be|to be) (?:\\p{L}+ly )?\\p{L}+(?:ed|en|t|de|n)\\b`, 'iu'),
  ],
  [
    'askYou',
    /\b(?:could|can|would|will) (?:you|your \p{L}+|the (?:programme|team|service|office|it))\b|\b(?:can|could|may|might) (?:we|i|one) (?:please |also )?(?:get|have|receive|see|be|use|download|export|ask|suggest)|\bwould it be (?:possible|feasible)|\bis (?:it|there) (?:possible|any (?:way|chance|plan|possibility))|\bwhy (?:not|can't|don't|doesn't)\b/iu,
  ],
  ['question', /[?؟]\s*$/u],
  [
    'asksFact',
    /^(?:how (?:long|many|much|often)|what (?:is|are|does|would|happens|was)|who|when|where|why (?:is|are|was|did|do|does)|which)\b/iu,
  ],
  [
    'imperative',
    new RegExp(
      `^(?:please |then |also |first,? |second,? |third,? |finally,? |next,? |to )?${IMPERATIVE}(?:ing)?\\b(?!-)(?! (?:of|is|are|was|were|has|have|had|by)\\b)(?![^.;:,]{0,40}\\b(?:was|were|fell|rose|grew|has been|have been|are on|is on|consists?)\\b)`,
      'iu',
    ),
  ],
  [
    'nominal',
    new RegExp(
      `^(?:the |an? |and |full |early |timely |automatic |regular |complete |immediate |further )*(?:${NOMINALS})\\b (?:of|for|to|with|between|from|so)\\b`,
      'iu',
    ),
  ],
  ['nominalAnywhere', new RegExp(`\\b(?:${NOMINALS}) of\\b`, 'iu')],
  ['let', /^(?:let|allow|enable|give) (?:us|me|users?|officers?|staff|brokers|traders|members|an?|the)\b/iu],
]
