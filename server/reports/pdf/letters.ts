/**
 * A letter with its marks; pictographs with their skin tone, and several that are joined to one. One font draws all of it, so
 * that a mark stands at its letter.
 */
const LETTER = /\P{M}[\p{M}\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}]*)*|\p{M}+/gu
/** Controls, directions, and the choice between a sign and its picture; but not what joins two pictographs. */
const WITHOUT_SHAPE = /(?![\t-\r\x85]|\u200d\p{Extended_Pictographic})[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
/** Scripts that are written without blanks. */
const WITHOUT_BLANKS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const WORDS = /[ \t]+|[^ \t-]+-*|-+/g

interface Part {
  text: string
  index: number
}

/** The letters of a word; the text of an invisible one is empty. */
export function lettersOf(word: string): Part[] {
  return Array.from(word.matchAll(LETTER), ({ 0: text, index }) => ({
    text: text.replaceAll(WITHOUT_SHAPE, ''),
    index,
  }))
}

/** The words of a paragraph, between which a line may break, and the blanks between them. */
export function wordsOf(paragraph: string): Part[] {
  const words = Array.from(paragraph.matchAll(WORDS), ({ 0: text, index }) => ({ text, index }))
  return WITHOUT_BLANKS.test(paragraph) ? words.flatMap(withoutBlanks) : words
}

/** Signs stay with the word before them: a line never begins with a comma. */
function withoutBlanks({ text, index }: Part): Part[] {
  if (!WITHOUT_BLANKS.test(text)) return [{ text, index }]
  const parts: Part[] = []
  for (const { segment, index: at, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    text,
  )) {
    const last = parts.at(-1)
    if (isWordLike || !last) parts.push({ text: segment, index: index + at })
    else last.text += segment
  }
  return parts
}
