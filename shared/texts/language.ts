/** One language, as everything that people read is shown in it. */
export interface Language {
  /** Of numbers, lists, plurals and the order of names, as a BCP 47 tag. */
  locale: string
  /** Of dates and times: an office that reads English writes `28 Nov 2026`. */
  dateLocale: string
  /** @returns the text in this language, or the English one if there is no translation; both are ICU */
  translate: (english: string) => string
}

export const ENGLISH: Language = { locale: 'en', dateLocale: 'en-GB', translate: (english) => english }

let find = () => ENGLISH

/** The language that people read at this moment. Never kept in a constant: one day it depends on the person who asks. */
export function language(): Language {
  return find()
}

/** Lets the language be found in another place: the page's settings, or on the server the caller of this moment. */
export function findLanguage(by: () => Language): void {
  find = by
}
