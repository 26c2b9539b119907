/** Characters that people type on any keyboard, and the typographic ones that mean the same. */
const VARIANTS: Record<string, string> = {
  "'": '`´‘’‚‛′‵ʹʻʼʽʾʿˈˊˋ՚׳ꞌꞋ\u1fef\u1ffd',
  '"': '“”„‟″‶«»״〝〞〟ʺˮ',
  '-': '⁃˗➖',
  '/': '⁄∕',
}
const TYPED = new Map(
  Object.entries(VARIANTS).flatMap(([typed, variants]) => [...variants].map((variant) => [variant, typed] as const)),
)

const UNUSUAL = new RegExp(
  String.raw`[[\p{Default_Ignorable_Code_Point}\ufff9-\ufffbـ\p{Nd}\p{Dash}${[...TYPED.keys()].join('')}]--[0-9\-]]`,
  'gv',
)
const DIGIT = /^\p{Nd}$/u
const DASH = /^\p{Dash}$/u

/**
 * The text as an ordinary keyboard types it: one kind of apostrophe, quotation mark, hyphen and digit, and nothing that
 * cannot be seen (soft hyphens, zero-width and direction marks, the Arabic tatweel). Letters stay as they are.
 */
export function plainSpelling(text: string): string {
  return text.replace(UNUSUAL, (sign) => TYPED.get(sign) ?? (DASH.test(sign) ? '-' : digitOf(sign)))
}

/** Decimal digits of every script come in runs of ten. @returns empty for what is not a digit */
function digitOf(sign: string): string {
  if (!DIGIT.test(sign)) return ''
  const code = sign.codePointAt(0)!
  let before = code - 1
  while (DIGIT.test(String.fromCodePoint(before))) before--
  return String((code - before - 1) % 10)
}
