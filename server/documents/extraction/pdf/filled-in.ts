import type { PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.d.ts'
import { drawnLines } from './drawn-lines.ts'

/** Fields and remarks of one page. A customs form has some two hundred. */
const MAX_ANNOTATIONS = 2000
/** Letter height, where the field is high enough. */
const SIZE = 10
/** `Hidden` and `NoView`, bits 2 and 6 (ISO 32000, table 165). */
const NOT_SHOWN = 0b100010

/** The library's annotation, which it leaves untyped. */
interface Annotation {
  id: string
  subtype: string
  rect: [number, number, number, number]
  annotationFlags?: number
  fieldType?: 'Tx' | 'Btn' | 'Ch' | 'Sig'
  fieldValue?: unknown
  password?: boolean
  checkBox?: boolean
  radioButton?: boolean
  exportValue?: string
  buttonValue?: string
  contentsObj?: { str: string }
  options?: { exportValue?: unknown; displayValue?: unknown }[]
}

/** Values of form fields and text written over the page, as runs of text at their positions. */
export async function filledIn(page: PDFPageProxy): Promise<TextItem[]> {
  // A damaged form must not lose the text of its page.
  const found = (await page.getAnnotations().catch(() => [])) as Annotation[]
  const annotations = found.slice(0, MAX_ANNOTATIONS)
  const drawn = annotations.some(isDrawn) ? await drawnLines(page).catch(() => undefined) : undefined
  return annotations.flatMap((annotation) =>
    (isDrawn(annotation) ? (drawn?.get(annotation.id)?.join('\n') ?? '') : valueOf(annotation))
      .split(/\r\n?|\n/)
      .map((line, i) => toRun(line, annotation.rect, i)),
  )
}

/** Signatures and stamps have no value but what is drawn in them. */
function isDrawn({ subtype, fieldType, annotationFlags = 0 }: Annotation): boolean {
  return (subtype === 'Stamp' || (subtype === 'Widget' && fieldType === 'Sig')) && !(annotationFlags & NOT_SHOWN)
}

/** Of a choice: the names that the form shows for the stored values. */
function chosen({ fieldValue, options = [] }: Pick<Annotation, 'fieldValue' | 'options'>): string {
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((one) => typeof one === 'string')
  return values
    .map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
    .filter((name) => typeof name === 'string')
    .join(', ')
}

function valueOf({ subtype, annotationFlags = 0, ...field }: Annotation): string {
  if (annotationFlags & NOT_SHOWN || field.password) return ''
  if (subtype === 'FreeText') return field.contentsObj?.str ?? ''
  if (subtype !== 'Widget') return ''
  const { fieldType, fieldValue } = field
  if (fieldType === 'Btn') {
    const on = field.checkBox ? field.exportValue : field.radioButton ? field.buttonValue : undefined
    return on !== undefined && fieldValue === on ? '☒' : ''
  }
  if (fieldType === 'Ch') return chosen(field)
  return fieldType === 'Tx' && typeof fieldValue === 'string' ? fieldValue : ''
}

function toRun(str: string, [left, bottom, right, top]: Annotation['rect'], line: number): TextItem {
  const size = Math.min(SIZE, top - bottom)
  const isLow = top - bottom < 2 * SIZE
  const baseline = isLow ? bottom + (top - bottom - size) / 2 + size / 5 : top - size * (1 + 1.2 * line)
  const width = Math.min(right - left, (str.length * size) / 2)
  const dir = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(str) ? 'rtl' : 'ltr'
  return { str, dir, transform: [size, 0, 0, size, left, baseline], width, height: size, fontName: '', hasEOL: false }
}
