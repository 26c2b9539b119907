import { hasCue, type Context } from './features.ts'

const ASK_SECTION =
  /\b(?:requirements?|requests?|recommendations?|actions?|action (?:items|points)|decisions?|next steps|deliverables|wishes|wish list|needs|proposals?|asks?|to[- ]?dos?|tasks|what (?:we|our members) (?:want|need|ask)|demandes?|décisions?|recommandations?|exigences|besoins|functional|security|interfaces?)\b|القرارات|التوصيات|الطلبات|المطالب|المتطلبات/iu
const NEGATIVE_SECTION =
  /\b(?:out of scope|left out|not (?:want|in scope|included|covered)|do not|rejected|considered|accepted risks?|exclusions?|excluded|background|introduction|history|progress|status|what works|achievements|other units|responsibilit(?:y|ies) of|our own|homework|hors périmètre|exclu|خارج النطاق|المرفوضة)\b/iu
const LAW_SECTION = /\b(?:obligations|legal (?:basis|framework)|penalties|offences|duties of)\b/iu

const SUMMARY = /\b(?:summary|overview|in brief|résumé|synthèse|abstract|key (?:points|messages))\b|ملخص/iu

/** A section with such a heading repeats what the body says. */
export function isSummary(heading: string | null): boolean {
  return heading !== null && SUMMARY.test(heading)
}

export function headingContexts(heading: string): Context[] {
  if (NEGATIVE_SECTION.test(heading)) return ['negativeSection']
  if (LAW_SECTION.test(heading)) return ['lawSection']
  return ASK_SECTION.test(heading) ? ['askSection'] : []
}

const NEGATIVE_LEAD =
  /\b(?:not|no|without|rejected|dropped|left out|out of scope|declined|considered|excluded|already|completed|since)\b|\bn'|لم|لا /iu
const ASK_LEAD =
  /\b(?:following|request|ask|recommend|need|require|want|wish|would like|please|should|shall|must|agreed|decided|resolved|expected|actions?|improvements?|changes?|features?|deliver|propose|suggest|demand\w*|prions|souhait\w+|il convien\w+|suivant\w*|décid\w+|convenu|recommand\w+|veuillez|merci)\b|نرجو|يرجى|نطلب|يطلب|التالي|الآتي|الاتفاق|قررت|نوصي|المطلوب/iu
const BARE_FOLLOWING =
  /\b(?:informed|reminded|documents?|members|persons?|cases|conditions|terms|reasons|figures|results|obligations|rules apply)\b/iu

/** Terms of reference address the supplier, not the office. */
const ASKED_SUPPLIER =
  /\b(?:supplier|vendor|contractor|consultant|bidder|tenderer|provider)s? (?:shall|must|should|is|are|will)\b/iu

/** Contexts that an introductory sentence ending with a colon gives to the list below it. */
export function leadContexts(lead: string): Context[] {
  if (ASKED_SUPPLIER.test(lead)) return ['askLead']
  if (hasCue('othersModal', lead) || hasCue('frOthers', lead) || hasCue('arOthers', lead)) return ['othersLead']
  if (NEGATIVE_LEAD.test(lead)) return ['negativeLead']
  if (BARE_FOLLOWING.test(lead) && !hasCue('request', lead) && !hasCue('please', lead)) return ['otherLead']
  return ASK_LEAD.test(lead) ? ['askLead'] : ['otherLead']
}
