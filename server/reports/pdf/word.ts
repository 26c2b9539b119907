import { bidi } from './bidi.ts'
import type { EmbeddedFont, Shaped } from './embedded-font.ts'
import { lettersOf } from './letters.ts'
import type { TextStyle, Typeface } from './typeface.ts'

/** A piece of a word, or a run of blanks: one font, one direction. */
interface Piece {
  shaped: Shaped
  /** level of the bidirectional algorithm: odd ones run from right to left */
  level: number
  isBlank: boolean
}
/** Not broken if it fits on a line of its own. */
export interface Word {
  text: string
  pieces: Piece[]
  width: number
  isBlank: boolean
}

/** Signs of the same meaning, for letters that no font of the product has. They are copied as the original. */
const SHOWN_AS: Record<string, string> = {
  '\t': ' ',
  '✅': '✔',
  '❌': '✖',
  '❎': '☒',
  '➕': '+',
  '➖': '−',
  '➗': '÷',
}

/** Changes or joins pictographs; alone it shows nothing. */
const JOINING = /(?<=.)[\u200d\p{Emoji_Modifier}]/gu

/** @param levels of the bidirectional algorithm, one for each code unit; undefined for text from left to right */
export function shapeWord(typeface: Typeface, text: string, style: TextStyle, levels: Uint8Array | undefined): Word {
  const isBlank = text[0] === ' ' || text[0] === '\t'
  const pieces: Piece[] = []
  let run: { text: string; level: number; font: EmbeddedFont } | undefined
  const put = (shaped: Shaped, level: number) => pieces.push({ shaped, level, isBlank })
  const flush = () => {
    if (run) put(run.font.shape(run.text, run.level % 2 === 1), run.level)
    run = undefined
  }
  for (const { text: letter, index } of lettersOf(text)) {
    const level = levels?.[index] ?? 0
    if (letter === '') {
      // A letter does not join one behind an invisible sign.
      flush()
      continue
    }
    const isRtl = level % 2 === 1
    const mirrored = isRtl ? bidi.getMirroredCharacter(letter) : null
    const font = mirrored === null && !(letter in SHOWN_AS) ? typeface.fontFor(letter, style.weight, isRtl) : undefined
    if (font && run?.font === font && run.level === level) run.text += letter
    else {
      flush()
      if (font) run = { text: letter, level, font }
      else for (const shaped of substitutes(typeface, letter, mirrored, { style, isRtl })) put(shaped, level)
    }
  }
  flush()
  const width = pieces.reduce((sum, { shaped }) => sum + (shaped.width * style.size) / 1000, 0)
  return { text, pieces, width, isBlank }
}

/** What is shown for a letter without a font: a sign of the same meaning, its parts, or a box. */
function substitutes(
  typeface: Typeface,
  letter: string,
  mirrored: string | null,
  { style, isRtl }: { style: TextStyle; isRtl: boolean },
): Shaped[] {
  for (const shown of [mirrored, SHOWN_AS[letter], letter.normalize('NFKC')]) {
    const font = shown && shown !== letter ? typeface.fontFor(shown, style.weight) : undefined
    if (font) return [font.shape(shown!, isRtl, letter)]
  }
  const parts = [...letter.replaceAll(JOINING, '')]
  if (parts.length === 1 && !typeface.fontFor(parts[0]!, style.weight))
    return [{ ...typeface.plain(style.weight).shape(parts[0]!, isRtl), isMissing: true }]
  return parts.flatMap((part) => {
    const font = typeface.fontFor(part, style.weight)
    return font ? [font.shape(part, isRtl)] : substitutes(typeface, part, null, { style, isRtl })
  })
}
