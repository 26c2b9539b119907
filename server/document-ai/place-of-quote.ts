import type { Page, Place } from '../../engine/documents/reading.ts'

/**
 * The position of a quoted passage: on the named page, else on any. White space may differ, words may not.
 * @returns undefined when it is not in the text
 */
export function placeOfQuote(pages: readonly Page[], quote: string, page: number): Place | undefined {
  const needle = squeeze(quote).text
  if (needle === '') return undefined
  const named = pages.filter(({ number }) => number === page)
  for (const { number, text } of [...named, ...pages]) {
    const { text: squeezed, at } = squeeze(text)
    const start = squeezed.indexOf(needle)
    if (start < 0) continue
    return { page: number, start: at[start]!, end: at[start + needle.length - 1]! + 1 }
  }
  return undefined
}

/** Collapses white space to single blanks; `at` maps each character to its original position. */
function squeeze(text: string): { text: string; at: number[] } {
  let squeezed = ''
  const at: number[] = []
  const trimmed = text.trimEnd()
  for (let i = text.length - text.trimStart().length; i < trimmed.length; i++) {
    const isBlank = /\s/.test(text[i]!)
    if (isBlank && squeezed.endsWith(' ')) continue
    squeezed += isBlank ? ' ' : text[i]!
    at.push(i)
  }
  return { text: squeezed, at }
}
