import type { Cue } from './requirement-cues.ts'
import { OWN } from './cue-words.ts'

/** English wordings around requirements: reports, refusals, courtesies, duties of others, the law, and what the office works on. */
export const CONTEXT_CUES: readonly Cue[] = [
  [
    'past',
    /\b(?:was|were|has been|have been|had been|has|have|had) (?:\p{L}+ly |already |not |since |all |now |long )*(?:\p{L}+ed|been|done|made|given|sent|held|put|built|met|taken|begun|shown|found|grown|written|led|gone|come|seen|cut|set|risen|fallen|told)\b/iu,
  ],
  [
    'pastSimple',
    /^(?:[^,.;]{2,60} )?(?:explained|reported|informed|noted|welcomed|thanked|opened|presented|stated|mentioned|objected|declined|answered|examined|handled|visited|received|confirmed|reminded|discussed|introduced|completed|replaced|released|published|delivered|installed)\b/iu,
  ],
  [
    'reported',
    /\b(?:explained|reported|informed|noted|stated|mentioned|said|recalled|observed|told) (?:us |the \p{L}+ |them )?(?:that|of)\b|\b(?:is|are) (?:informed|reminded)\b/iu,
  ],
  [
    'rejected',
    /\b(?:rejected|declined|dropped|turned down|not pursued|no decision|did not find|not (?:been )?(?:agreed|foreseen|planned|accepted|adopted|supported|approved|pursued|retained)|out of scope|withdrawn|abandoned|disagree[sd]?|does not agree|voted (?:down|against)|no budget|set aside|was postponed|nobody supported|refused|not to (?:be )?(?:introduce|pursue|change)|ruled out|withdr[ae]wn?|no conclusion|remains? open|decided against|(?:decided|agreed|resolved|rather) not|not to (?:change|extend|introduce|pursue)|no majority|was granted|deferred|no (?:support|consensus)|find support|no longer)\b/iu,
  ],
  [
    'considered',
    /\b(?:was|were|had been|has been|have been)? ?(?:considered|discussed|suggested|raised|debated|floated|some(?:body| \p{L}+) (?:suggested|proposed|asked))\b/iu,
  ],
  [
    'weDont',
    /\b(?:we|i) (?:do not|don't|did not|didn't|no longer) (?:\p{L}+ )?(?:ask|need|want|think|request|require|see|propose|expect|recommend|suggest)\b|\bno (?:need|changes?|action|further (?:\p{L}+ )?(?:is|are)?|request|objection|immediate)\b|\bneither\b|\bnot (?:seek|seeking|ask|asking|request|requesting|propose|proposing)\b|\bwithout any change\b|\bnot (?:needed|required|necessary|requested|asked)\b|\bnothing\b/iu,
  ],
  [
    'courtesy',
    /\b(?:do not|don't) hesitate|\bcontact (?:me|us|ms|mr|mrs|dr|the (?:undersigned|secretar\w+|above))|\blet (?:me|us) know (?:if|whether|when|your)|\bfaithfully|\bsincerely|\bregards\b|\blook(?:ing)? forward|\bthank(?:s|ed)?\b|\bgrateful (?:to|for)|\bappreciate (?:your|the) (?:\p{L}+ )?(?:support|cooperation|help|reply|time|patience)|\baccept (?:the|my|our) |\bassure you|\bat your disposal|\bagréer|\bremerci|\bsalutations|\bdisposition\b|وتفضلوا|تفضلوا|شاكرين|نشكر|الشكر|تحية/iu,
  ],
  [
    'meeting',
    /\b(?:agenda|attendance|attend|next meeting|confirm (?:your|their)|(?:please )?register (?:with|for|by|at)|invitation|rsvp|participat\w+|minutes|circulate|bring (?:your|\p{L}+ to)|reply to this|respond by|return this form|send (?:agenda|comments|questions|apologies)|open day|roster|leave|keys|call on|réunion|اجتماع|الاجتماع)\b/iu,
  ],
  [
    'othersAsked',
    /\b(?:has|have|had|was|were|been) (?:been )?asked (?:to|for|our|the|them)?\b|\b(?:our|its|their) (?:bank|supplier|own)\b|\bhas agreed to\b|\b(?:have|has) asked (?:our|the)\b|\b(?:asked|told|instructed|reminded) (?:the|our|their) (?:\p{L}+ ){1,3}to\b|\bother units\b|\bthe (?:bank|supplier|fund|association) (?:will|should|is to|must|shall)\b/iu,
  ],
  [
    'law',
    /\b(?:article|section|§|art\.|regulation|directive|decree|act|law|code|circular|pursuant to|according to|in accordance with|as required by|provides that|obliges|in force|penalt\w+|fined?|liable|décret|article|loi|conformément)\b|المادة|القانون|وفقا|المرسوم/iu,
  ],
  ['condition', /^(?:if|where|when|unless|provided|should (?:you|the)|in case|si|lorsque|en cas|إذا|في حال)\b/iu],
  ['already', /\balready\b|\bclosed\b|\bcompleted\b|\bin place\b|\bas before\b|\bdéjà\b|\bتم\b/iu],
  [
    'instead',
    /\binstead of\b|\brather than\b|\bautomatic(?:ally)?\b|\bat least\b|\bno later than\b|\bas soon as possible\b|\bbefore (?:the )?\d|\bby \d|\bdès que possible|\bau plus tard|\bautomatiquement/iu,
  ],
  [
    'problem',
    /\b(?:does not|doesn't|cannot|can't|fails?|wrong|slow|missing|broken|difficult|unacceptable|error|bug|still (?:made|sent|entered|done)|by hand|manual(?:ly)?)\b/iu,
  ],
  [
    'ownNoun',
    new RegExp(
      `\\b(?:${OWN})\\b|système|application|liste|rapport|relevé|champ|message|compte|page|écran|calcul|تقرير|حقل|نظام|النظام|صفحة|الصفحة|حساب|كشف|قائمة|رسالة|بيان|رصيد`,
      'iu',
    ),
  ],
  [
    'physical',
    /\b(?:canteen|crane|lock|road|helmets?|kiosks?|barrier|room|bridge|parking|photographs?|uniforms?|salary|wages|vacanc\w+|lunch|tablets?|canti?ne)\b/iu,
  ],
  [
    'weWill',
    /\b(?:we|i|our (?:office|company|firm)|the (?:association|fund|company|auditors?|ministry|forum)) (?:will|shall|undertake|intend|plan)\b|\b(?:will|shall) follow up\b/iu,
  ],
]
