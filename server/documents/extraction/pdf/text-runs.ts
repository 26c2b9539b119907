import type { TextItem } from 'pdfjs-dist/types/src/display/api.d.ts'

/** A run of text with its position on the page, rotated upright: y grows upwards, as in PDF. */
export interface TextRun {
  text: string
  left: number
  right: number
  baseline: number
  /** height of its letters */
  size: number
  isRightToLeft: boolean
  /** its place in the file */
  order: number
  /** a blank lies between it and the next run of the file, on whichever side that one is read */
  hasBlankBehind: boolean
}

/** Vowel points that a program draws by themselves. They lie before their letter in the file, as glyphs go from left to right. */
const MARKS =
  /^\s*[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]]+\s*$/v

/** A page may have upright and rotated text; each quarter turn is read by itself, the upright one first. */
export function runsByRotation(items: readonly TextItem[]): TextRun[][] {
  const turns: TextRun[][] = [[], [], [], []]
  const marks = ['', '', '', '']
  for (const item of items) {
    const [a = 1, b = 0, , , x = 0, y = 0] = item.transform as number[]
    const turn = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4
    const textRuns = turns[turn]!
    // Dots and accents that a font draws separately, without a Unicode value.
    if (/^\p{Cc}+$/u.test(item.str)) continue
    if (MARKS.test(item.str)) {
      marks[turn] += item.str.trim()
      continue
    }
    if (item.str.trim() === '') {
      // Between a mark and its letter the library sees a blank where the font only moves back.
      const last = marks[turn] === '' ? textRuns.at(-1) : undefined
      if (last && item.str !== '') last.hasBlankBehind = true
      continue
    }
    const size = item.height || Math.hypot(a, b) || 1
    const [left, baseline] = upright(turn, x, y)
    if (![left, baseline, size, item.width].every(Number.isFinite)) continue
    const isRightToLeft = item.dir === 'rtl'
    const order = textRuns.length
    textRuns.push({
      text: item.str + marks[turn],
      left,
      right: left + item.width,
      baseline,
      size,
      isRightToLeft,
      order,
      hasBlankBehind: false,
    })
    marks[turn] = ''
  }
  return turns.filter((textRuns) => textRuns.length > 0)
}

function upright(turn: number, x: number, y: number): [number, number] {
  if (turn === 1) return [y, -x]
  if (turn === 2) return [-x, -y]
  if (turn === 3) return [-y, x]
  return [x, y]
}
