import PdfKit from 'pdfkit'
import { PNG } from 'pngjs'
import { bytesOf } from './pdf.ts'

/** Capitals, digits and points on a grid of 5 × 7: rows from the top, a letter's bits from left to right. */
const GLYPHS: Record<string, readonly number[]> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 27, 17],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [30, 1, 1, 14, 1, 1, 30],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  '.': [0, 0, 0, 0, 0, 12, 12],
  ',': [0, 0, 0, 0, 12, 4, 8],
  '-': [0, 0, 0, 31, 0, 0, 0],
}
const DOT = 3
const WIDTH = 1240
const HEIGHT = 1754
const LEFT = 90

/** A picture of a typed page (A4 at 150 dpi). Small letters become capitals; characters without a glyph are left blank. */
function makePageImage(lines: readonly string[]): Buffer {
  const image = new PNG({ width: WIDTH, height: HEIGHT, colorType: 0 })
  image.data.fill(255)
  lines.forEach((line, row) => {
    for (const [column, letter] of [...line.toUpperCase()].entries()) {
      drawGlyph(image, GLYPHS[letter] ?? [], LEFT + column * 6 * DOT, LEFT + row * 13 * DOT)
    }
  })
  return PNG.sync.write(image)
}

function drawGlyph(image: PNG, glyph: readonly number[], left: number, top: number): void {
  for (let y = 0; y < 7 * DOT; y++) {
    for (let x = 0; x < 5 * DOT; x++) {
      const isInk = ((glyph[Math.floor(y / DOT)] ?? 0) >> (4 - Math.floor(x / DOT))) & 1
      if (!isInk || left + x >= WIDTH || top + y >= HEIGHT) continue
      const at = ((top + y) * WIDTH + left + x) * 4
      image.data.fill(0, at, at + 3)
    }
  }
}

/** A PDF whose only page is a picture, like a scan without text recognition. */
export function makeScan(lines: readonly string[]): Promise<Buffer> {
  const pdf = new PdfKit({ size: 'A4', margin: 0 })
  const whole = bytesOf(pdf)
  pdf.image(makePageImage(lines), 0, 0, { width: pdf.page.width, height: pdf.page.height })
  pdf.end()
  return whole
}
