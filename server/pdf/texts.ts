import { INK, SOFT } from './colors.ts'
import type { Line, TextStyle } from './lines.ts'
import type { Paper } from './paper.ts'

const TITLE: TextStyle = { size: 16, weight: 600 }
const HEADING: TextStyle = { size: 11.5, weight: 600 }
const TEXT: TextStyle = { size: 9.5, weight: 400 }
const INDENT = 12

export function drawTitle(paper: Paper, text: string): void {
  drawLines(paper, paper.lines(text, TITLE), { style: TITLE, tag: 'H1' })
  paper.y += 8
}

export function drawHeading(paper: Paper, text: string): void {
  paper.y += 6
  // Keeps the heading with the following text.
  paper.need(paper.heightOf(6, TEXT))
  drawLines(paper, paper.lines(text, HEADING), { style: HEADING, tag: 'H2' })
  paper.y += 4
}

export function drawText(paper: Paper, text: string, isSoft = false): void {
  drawLines(paper, paper.lines(text, TEXT), { style: TEXT, tag: 'P', color: isSoft ? SOFT : INK })
  paper.y += 6
}

export function drawList(paper: Paper, items: readonly string[]): void {
  const list = paper.tags.element('L')
  const [bullet] = paper.lines('•', TEXT)
  for (const item of items) {
    const element = paper.tags.element('LI', list)
    const lines = paper.lines(item, TEXT, paper.width - INDENT)
    paper.need(paper.heightOf(1, TEXT))
    const x = lines[0]!.isRtl ? paper.left + paper.width - bullet!.width : paper.left
    paper.tags.mark(paper.tags.element('Lbl', element), 'Lbl', () => paper.draw([bullet!], x, paper.y, INDENT, TEXT))
    drawLines(paper, lines, { style: TEXT, tag: 'LBody', parent: element, indent: INDENT })
    element.end()
    paper.y += 2
  }
  list.end()
  paper.y += 6
}

interface Drawn {
  style: TextStyle
  tag: string
  color?: string
  parent?: PDFKit.PDFStructureElement
  indent?: number
}

/** Lines over any number of pages. */
function drawLines(paper: Paper, lines: readonly Line[], { style, tag, color = INK, parent, indent = 0 }: Drawn): void {
  const element = paper.tags.element(tag, parent)
  for (let from = 0; from < lines.length;) {
    paper.need(paper.heightOf(1, style))
    const fitting = Math.max(1, Math.floor((paper.bottom - paper.y) / paper.heightOf(1, style)))
    const some = lines.slice(from, from + fitting)
    // Right-to-left lines are indented at the right.
    const x = some.some(({ isRtl }) => isRtl) ? paper.left : paper.left + indent
    paper.tags.mark(element, tag, () => paper.draw(some, x, paper.y, paper.width - indent, style, color))
    paper.y += paper.heightOf(some.length, style)
    from += some.length
  }
  element.end()
}
