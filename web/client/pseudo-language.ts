import { ENGLISH, findLanguage } from '../../shared/texts/language.ts'
import { inTab } from './storage.ts'

const KEY = 'rfd.language'
const [PLAIN, ACCENTED] = [
  'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz',
  'ÀàƁƀÇçĐđÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž',
]
const ACCENTS = new Map([...PLAIN].map((letter, i) => [letter, [...ACCENTED][i]!]))

/**
 * `?language=pseudo` shows every text longer, accented and in brackets, `?language=pseudo-mirrored` also from right to left:
 * what stands outside brackets is no text, and what does not fit will not fit in another language. `?language=en` ends it;
 * a tab remembers. Exists in development only.
 */
export function choosePseudoLanguage(): void {
  const asked = new URLSearchParams(window.location.search).get('language')
  if (asked !== null) inTab.store(KEY, asked)
  const chosen = inTab.read(KEY)
  if (chosen !== 'pseudo' && chosen !== 'pseudo-mirrored') return
  findLanguage(() => ({ ...ENGLISH, translate: pseudoText }))
  if (chosen === 'pseudo-mirrored') document.documentElement.dir = 'rtl'
}

/** Texts stand outside of braces, and within two pairs of them in a plural; names and tags stay as they are. */
export function pseudoText(english: string): string {
  let depth = 0
  const accented = english.replaceAll(/[{}]|<\/?\w+>|[^{}<]+|</g, (piece) => {
    if (piece === '{') depth++
    if (piece === '}') depth--
    return depth % 2 === 0 && !/^<./.test(piece) ? withAccents(piece) : piece
  })
  return `[${accented}${'~'.repeat(Math.ceil(english.length / 3))}]`
}

function withAccents(text: string): string {
  return [...text].map((letter) => ACCENTS.get(letter) ?? letter).join('')
}
