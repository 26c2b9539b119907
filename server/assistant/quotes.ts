/** Pairs of double quotation marks, as languages write them. */
const DOUBLE = [/"([^"]{2,200})"/gu, /[“„«]([^“”„«»]{2,200})[”“»]/gu, /»([^«»]{2,200})«/gu]

/** Single marks, around whole words: elsewhere they are apostrophes. A title may have apostrophes of its own. */
const SINGLE = /(?<![\p{L}\p{N}])[‘‚‹']((?:(?!(?<![\p{L}\p{N}])[‘‚‹'])[^\n]){2,200})[’‘›'](?![\p{L}\p{N}])/u

/** Writes every quotation as “…”, the only form that the parser knows. */
export function withCurlyQuotes(message: string): string {
  return DOUBLE.reduce((text, pair) => text.replace(pair, '“$1”'), message)
}

/** The quoted text of a message with exactly one, and the words around it. */
export function quotedIn(message: string): { quoted: string; rest: string } | null {
  const [quotation, ...others] = withCurlyQuotes(message).matchAll(/“([^“”]+)”/gu)
  if (others.length > 0) return null
  const match = quotation ?? SINGLE.exec(message)
  return match && { quoted: match[1]!.trim(), rest: match.input.replace(match[0], ' ') }
}
