import type { Finding } from './facts.ts'

const NAME = "\\p{Lu}[\\p{L}'-]{1,25}"
const NAMES = `(?:(?:\\p{Lu}\\.[ ]?){0,3}${NAME}(?:[ ](?:(?:de|van|von|al|el|bin|ben|da|del|la)[ ])?${NAME}){0,2})`
const TITLE = '(?:Mr|Mrs|Ms|Miss|Dr|Prof|Mme|Mlle|Madame|Monsieur|Professor)\\.?'
const ROLE =
  '(?:Chair|Chairman|Chairperson|Secretary|From|To|Cc|Contact|Minutes|Rapporteur|Président|Présidente|Secrétaire|De)'
const FORMS: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\d])${TITLE}[ ](?<name>${NAMES})`, 'gu'),
  new RegExp(`(?<![\\p{L}\\d])${ROLE}[ ]?:[ ]?(?<name>${NAME}(?:[ ]${NAME}){1,2})(?![\\p{L}])`, 'gu'),
  new RegExp(`(?<![\\p{L}\\d.])(?<name>(?:\\p{Lu}\\.[ ]?){1,3}${NAME})(?![\\p{L}])`, 'gu'),
  // The writer's name follows the closing formula.
  new RegExp(
    `(?:regards|faithfully|sincerely|Cheers|distinguée|salutations),?\\.?\\s{1,6}(?<name>(?:Dr\\.?[ ])?${NAMES})[ ]*(?:\\n|$)`,
    'gu',
  ),
  /(?:السيد|السيدة|الدكتور|الدكتورة|الأستاذ|الأستاذة)[ ](?<name>[\u0621-\u064a]{2,15}(?:[ ](?:بن[ ])?[\u0621-\u064a]{2,15})?)/gu,
]
/** Words in the place of a name that are not names. */
const NO_NAME =
  /^(?:Sir|Madam|All|The|Chair|Director|Programme|Customs|Minister|President|Directeur|مدير|وزير|رئيس)(?: |$)/u

/** People named with a title, an initial, a role or a signature. The value is the name without the title. */
export function peopleIn(text: string): Finding[] {
  const findings: Finding[] = []
  for (const form of FORMS) {
    for (const match of text.matchAll(form)) {
      const name = match.groups!.name!
      const start = match.index + match[0].lastIndexOf(name)
      if (NO_NAME.test(name) || findings.some((one) => one.start < start + name.length && start < one.end)) continue
      findings.push({ start, end: start + name.length, value: name.replace(/\s+/g, ' ').trim() })
    }
  }
  return findings
}
