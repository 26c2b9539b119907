import { IntlMessageFormat } from 'intl-messageformat'

/** From this share of common words on, a text that is gone and a new one are taken for the same, changed. */
const ALIKE = 0.6

/**
 * Compares a translation, by English text, with the texts of the code.
 * @param {Record<string, string>} translation
 * @param {Iterable<string>} english
 * @returns {{ missing: string[], unused: string[], changed: [before: string, now: string][], unequal: string[] }} `unequal`
 * texts name other values than their English does
 */
export function compare(translation, english) {
  const wanted = new Set(english)
  const missing = new Set([...wanted].filter((text) => !Object.hasOwn(translation, text)))
  const unused = new Set(Object.keys(translation).filter((text) => !wanted.has(text)))
  const changed = []
  for (const before of unused) {
    const [now] = [...missing]
      .filter((text) => likeness(before, text) >= ALIKE)
      .sort((a, b) => likeness(before, b) - likeness(before, a))
    if (now === undefined) continue
    changed.push([before, now])
    missing.delete(now)
    unused.delete(before)
  }
  const unequal = [...wanted].filter(
    (text) => translation[text] !== undefined && namesIn(text) !== namesIn(translation[text]),
  )
  return { missing: [...missing], unused: [...unused], changed, unequal }
}

/** Dice's coefficient of the words of two texts. */
function likeness(one, other) {
  const [words, others] = [new Set(one.split(/\s+/)), new Set(other.split(/\s+/))]
  return (2 * [...words].filter((word) => others.has(word)).length) / (words.size + others.size)
}

/** The names of the values of an ICU text, in order of the alphabet. */
function namesIn(text) {
  const names = new Set()
  const visit = (parts) => {
    for (const part of parts) {
      if (part.type > 0 && part.type < 7) names.add(part.value)
      for (const { value } of Object.values(part.options ?? {})) visit(value)
    }
  }
  visit(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst())
  return [...names].sort().join()
}
