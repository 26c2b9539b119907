import type { Finding } from './facts.ts'

const NUMBER = '\\d{1,4}(?:[./-]\\d{1,6}){0,3}[a-z]?(?:\\s?\\(\\w{1,3}\\)){0,3}'
const NUMERO = '(?:n[o°º]\\.?\\s?|no\\.?\\s|number\\s|رقم\\s)?'
/** A part of an act, and the act itself. */
const PART = `(?:articles?|art\\.|sections?|sec\\.|§+|paragraphs?|regulation|rule|المادة|مادة)\\s?${NUMERO}(?:\\(${NUMBER}\\)|${NUMBER})`
const ACT = `(?:regulation|directive|decree|law|decision|order|circular|resolution|ordinance|décret|loi|arrêté|ordonnance|circulaire|règlement|القانون|قانون|المرسوم|مرسوم|القرار)\\s(?:\\([A-Z]{2,4}\\)\\s)?${NUMERO}${NUMBER}(?:\\sof\\s(?:19|20)\\d{2}|\\sلسنة\\s\\d{4})?`
const NAMED_ACT =
  "(?:\\p{Lu}[\\p{L}'-]{1,30}\\s){1,5}(?:Act|Code|Law|Convention|Regulations|Agreement)(?:,?\\s(?:19|20)\\d{2})?(?![\\p{L}])"
const LINK = "\\s(?:of|du|de la|de l'|des|de|من)\\s(?:the\\s)?"
const FORMS = new RegExp(
  `(?<![\\p{L}\\d])(?:${PART}(?:${LINK}(?:${ACT}|${NAMED_ACT}))?|${ACT}|${NAMED_ACT})`.replaceAll(
    /articles\?|sections\?|paragraphs\?|regulation\b|rule|directive|decree|law|decision|order|circular|resolution|ordinance/g,
    (word) => `[${word[0]!}${word[0]!.toUpperCase()}]${word.slice(1)}`,
  ),
  'gu',
)

/** Articles, sections, laws, decrees. The value is the reference on one line and in lower case. */
export function legalReferencesIn(text: string): Finding[] {
  return [...text.matchAll(FORMS)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: match[0].replace(/\s+/g, ' ').toLowerCase(),
  }))
}
