import type { Predictor } from '../classifier/predictor.ts'
import type { Draft } from '../text/features.ts'
import { isFunctionWord } from '../text/function-words.ts'
import { tokenize } from '../text/text.ts'
import { hash } from '../text/hash.ts'

/** Fewer different known words are not enough: "test test test", "12345", "asdf jklö". */
const MIN_KNOWN = 2
/** Minimum share of known words among the content words. */
const MIN_SHARE = 0.3

/** Whether the model knows enough of a text's words to judge it at all. */
export function isLegible(predictor: Predictor, draft: Pick<Draft, 'title' | 'description'>): boolean {
  const [known, unknown] = [new Set<string>(), new Set<string>()]
  for (const { kind, text } of [...tokenize(draft.title, 200), ...tokenize(draft.description, 500)]) {
    if (kind !== 'word' || isFunctionWord(text) || !/\p{L}\p{L}/u.test(text)) continue
    const isKnown = predictor.column(0, hash(text)) >= 0
    ;(isKnown ? known : unknown).add(text)
  }
  return known.size >= MIN_KNOWN && known.size >= MIN_SHARE * (known.size + unknown.size)
}
