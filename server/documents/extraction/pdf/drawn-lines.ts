import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.d.ts'
import { pdfJs } from './library.ts'

/** A space in thousandths of the letter height; letters within a word are closer. */
const SPACE = -150
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
/** What is read from the left within a right-to-left line. */
const FROM_LEFT = /([\p{Script=Latin}\p{Nd}][\p{Script=Latin}\p{Nd}.,:/@-]*)/u

type Glyph = { unicode?: string } | number | null

/**
 * The lines drawn in signature fields and stamps, by their id. The library extracts no text from them, only how they are drawn, so
 * this reads the page a second time: call it only for pages that have some.
 */
export async function drawnLines(page: PDFPageProxy): Promise<Map<string, string[]>> {
  const { OPS } = await pdfJs()
  const { fnArray, argsArray } = await page.getOperatorList()
  const fields = new Map<string, string[]>()
  let lines: string[] | undefined
  for (const [i, operator] of fnArray.entries()) {
    const args = (argsArray[i] ?? []) as unknown[]
    if (operator === OPS.beginAnnotation) fields.set(String(args[0]), (lines = ['']))
    else if (operator === OPS.endAnnotation) lines = undefined
    else if (!lines) continue
    else if (operator === OPS.showText) lines[lines.length - 1] += textOf(args[0] as Glyph[])
    else if (isMove(operator, args, OPS)) lines.push('')
  }
  for (const [id, drawn] of fields)
    fields.set(
      id,
      drawn.map(inReadingOrder).filter((line) => line !== ''),
    )
  return fields
}

function isMove(operator: number, args: unknown[], OPS: Awaited<ReturnType<typeof pdfJs>>['OPS']): boolean {
  if (operator === OPS.moveText || operator === OPS.setLeadingMoveText) return args[1] !== 0
  return operator === OPS.nextLine || operator === OPS.setTextMatrix || operator === OPS.beginText
}

function textOf(glyphs: Glyph[]): string {
  return glyphs
    .map((glyph) => (typeof glyph === 'number' ? (glyph < SPACE ? ' ' : '') : (glyph?.unicode ?? '')))
    .join('')
}

/** Glyphs lie from left to right. */
function inReadingOrder(line: string): string {
  const text = line.replace(/\s+/g, ' ').trim()
  if (!RIGHT_TO_LEFT.test(text)) return text
  const parts = text.split(FROM_LEFT).toReversed()
  return parts.map((part) => (FROM_LEFT.test(part) ? part : [...part].toReversed().join(''))).join('')
}
