import { createRequire } from 'node:module'
import { joinLetters } from './arabic-forms.ts'

const FONT = '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff'
const RUNS = /[\u0600-\u06ff]+|[^\u0600-\u06ff]+/g

/**
 * The text is already shaped, in whole glyphs and visual order. PDFKit passes an object on to fontkit, although its declaration
 * allows only lists.
 */
const SHAPING = { ccmp: false, rtla: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

export function registerArabic(pdf: PDFKit.PDFDocument): void {
  pdf.registerFont('arabic', createRequire(import.meta.url).resolve(FONT))
}

interface Setting {
  /** for digits and Latin letters */
  font: string
  margin: number
  indent: number
}

/** PDFKit does not support right-to-left text: lines are broken here and written in visual order, from left to right. */
export function writeFromTheRight(pdf: PDFKit.PDFDocument, text: string, setting: Setting): void {
  const room = pdf.page.width - 2 * setting.margin - setting.indent
  let line: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line.length > 0 && widthOf(pdf, [...line, word], setting) > room) {
      setLine(pdf, line, setting)
      line = []
    }
    line.push(word)
  }
  if (line.length > 0) setLine(pdf, line, setting)
}

/** Parts of a line in visual order, from left to right. */
function partsOf(words: readonly string[]): string[] {
  return words.flatMap((word, i) => [...(i > 0 ? [' '] : []), ...(word.match(RUNS) ?? [])]).toReversed()
}

function setPart(pdf: PDFKit.PDFDocument, part: string, { font }: Setting) {
  const isArabic = /[\u0600-\u06ff]/.test(part)
  pdf.font(isArabic ? 'arabic' : font)
  const options: PDFKit.Mixins.TextOptions = { lineBreak: false, baseline: 'alphabetic' }
  return { text: joinLetters(part), options: isArabic ? { ...options, features: SHAPING } : options }
}

function widthOf(pdf: PDFKit.PDFDocument, words: readonly string[], setting: Setting): number {
  return partsOf(words).reduce((sum, part) => {
    const { text, options } = setPart(pdf, part, setting)
    return sum + pdf.widthOfString(text, options)
  }, 0)
}

function setLine(pdf: PDFKit.PDFDocument, words: readonly string[], setting: Setting): void {
  const width = widthOf(pdf, words, setting)
  const lineHeight = pdf.font(setting.font).currentLineHeight(true) * 1.5
  if (pdf.y + lineHeight > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
  const baseline = pdf.y + lineHeight
  let x = pdf.page.width - setting.margin - setting.indent - width
  for (const part of partsOf(words)) {
    const { text, options } = setPart(pdf, part, setting)
    pdf.text(text, x, baseline, options)
    x += pdf.widthOfString(text, options)
  }
  pdf.y = baseline + 4
}
