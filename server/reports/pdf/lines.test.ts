import Pdf from 'pdfkit'
import { expect, test } from 'vitest'
import { LineBreaker } from './lines.ts'
import { Typeface } from './typeface.ts'

const STYLE = { size: 9, weight: 400 } as const
const WIDTH = 200
const linesOf = (text: string) => new LineBreaker(new Typeface(new Pdf({ font: '' }))).lines(text, STYLE, WIDTH)

test('no line is wider than the paper, however far a text is indented', () => {
  for (const word of ['word', 'x'.repeat(300), 'سلام', '/a/path-of/many-parts/'.repeat(10)]) {
    for (const indent of ['', '    ', ' '.repeat(60), ' '.repeat(200), '\t'.repeat(100)]) {
      const lines = linesOf(`${indent}${word} ${word}`)
      expect(Math.max(...lines.map(({ width }) => width))).toBeLessThanOrEqual(WIDTH)
      expect(lines[0]!.width).toBeGreaterThan(0)
    }
  }
})

test('an indentation that fits stays', () => {
  const [plain] = linesOf('word')
  const [indented] = linesOf('    word')
  expect(indented!.width).toBeGreaterThan(plain!.width)
})
