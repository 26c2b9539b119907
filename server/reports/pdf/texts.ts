import { INK, SOFT } from './colors.ts'
import type { Line } from './lines.ts'
import type { TextStyle } from './typeface.ts'
import type { PageLayout } from './page-layout.ts'

const TITLE: TextStyle = { size: 16, weight: 600 }
const HEADING: TextStyle = { size: 11.5, weight: 600 }
const TEXT: TextStyle = { size: 9.5, weight: 400 }
const INDENT = 12

export function drawTitle(layout: PageLayout, text: string): void {
  drawLines(layout, layout.lines(text, TITLE), { style: TITLE, tag: 'H1' })
  layout.y += 8
}

export function drawHeading(layout: PageLayout, text: string): void {
  layout.y += 6
  // Keeps the heading with the following text.
  layout.need(layout.heightOf(6, TEXT))
  drawLines(layout, layout.lines(text, HEADING), { style: HEADING, tag: 'H2' })
  layout.y += 4
}

export function drawText(layout: PageLayout, text: string, isSoft = false): void {
  drawLines(layout, layout.lines(text, TEXT), { style: TEXT, tag: 'P', color: isSoft ? SOFT : INK })
  layout.y += 6
}

export function drawList(layout: PageLayout, items: readonly string[]): void {
  const list = layout.tags.element('L')
  const [bullet] = layout.lines('•', TEXT)
  for (const item of items) {
    const element = layout.tags.element('LI', list)
    const lines = layout.lines(item, TEXT, layout.width - INDENT)
    layout.need(layout.heightOf(1, TEXT))
    const x = lines[0]!.isRtl ? layout.left + layout.width - bullet!.width : layout.left
    layout.tags.mark(layout.tags.element('Lbl', element), 'Lbl', () =>
      layout.draw([bullet!], x, layout.y, INDENT, TEXT),
    )
    drawLines(layout, lines, { style: TEXT, tag: 'LBody', parent: element, indent: INDENT })
    element.end()
    layout.y += 2
  }
  list.end()
  layout.y += 6
}

interface Drawn {
  style: TextStyle
  tag: string
  color?: string
  parent?: PDFKit.PDFStructureElement
  indent?: number
}

/** Lines over any number of pages. */
function drawLines(
  layout: PageLayout,
  lines: readonly Line[],
  { style, tag, color = INK, parent, indent = 0 }: Drawn,
): void {
  const element = layout.tags.element(tag, parent)
  for (let from = 0; from < lines.length;) {
    layout.need(layout.heightOf(1, style))
    const fitting = Math.max(1, Math.floor((layout.bottom - layout.y) / layout.heightOf(1, style)))
    const some = lines.slice(from, from + fitting)
    // Right-to-left lines are indented at the right.
    const x = some.some(({ isRtl }) => isRtl) ? layout.left : layout.left + indent
    layout.tags.mark(element, tag, () => layout.draw(some, x, layout.y, layout.width - indent, style, color))
    layout.y += layout.heightOf(some.length, style)
    from += some.length
  }
  element.end()
}
