/** One language, as everything that people read is shown in it. */
export interface Language {
  /** Of numbers, lists, plurals and the order of names, as a BCP 47 tag. */
  locale: string
  /** Of dates and times: an office that reads English writes `28 Nov 2026`. */
  dateLocale: string
}

const ENGLISH: Language = { locale: 'en', dateLocale: 'en-GB' }

/** The language that people read at this moment. Never kept in a constant: one day it depends on the person who asks. */
export function language(): Language {
  return ENGLISH
}
