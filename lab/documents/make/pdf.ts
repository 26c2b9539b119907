import PdfKit from 'pdfkit'
import { markOf, type Block, type Content } from './content.ts'
import { registerArabic, writeFromTheRight } from './pdf-arabic.ts'

/** Page margin in points. */
const MARGIN = 64
const SIZE = 11
const HEADING_SIZES = { 1: 16, 2: 13, 3: 11.5 }

/** A text PDF, with line breaks as in a word processor. */
export function makePdf(content: Content): Promise<Buffer> {
  const pdf = new PdfKit({ size: 'A4', margin: MARGIN, bufferPages: true, info: { Title: 'A made document' } })
  const whole = bytesOf(pdf)
  if (content.rightToLeft) registerArabic(pdf)
  pdf.fontSize(SIZE).font('Helvetica')
  for (const block of content.blocks) writeBlock(pdf, block, content.rightToLeft ?? false)
  writeHeadersAndFooters(pdf, content)
  pdf.end()
  return whole
}

export function bytesOf(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}

function writeBlock(pdf: PDFKit.PDFDocument, block: Block, rightToLeft: boolean): void {
  if ('pageBreak' in block) pdf.addPage()
  else if ('heading' in block) {
    pdf.moveDown(0.4).fontSize(HEADING_SIZES[block.level ?? 2])
    writeText(pdf, block.heading, 'Helvetica-Bold', rightToLeft)
    pdf.fontSize(SIZE).moveDown(0.3)
  } else if ('paragraph' in block) {
    writeText(pdf, block.paragraph, 'Helvetica', rightToLeft)
    pdf.moveDown(0.6)
  } else if ('list' in block) {
    block.list.forEach((entry, i) => writeText(pdf, `${markOf(block, i)} ${entry}`, 'Helvetica', rightToLeft, 14))
    pdf.moveDown(0.6)
  } else writeTable(pdf, block.table)
}

function writeText(pdf: PDFKit.PDFDocument, text: string, font: string, rightToLeft: boolean, indent = 0): void {
  if (rightToLeft) writeFromTheRight(pdf, text, { font, margin: MARGIN, indent })
  else pdf.font(font).text(text, MARGIN + indent, undefined, { width: pdf.page.width - 2 * MARGIN - indent })
  pdf.x = MARGIN
}

function writeTable(pdf: PDFKit.PDFDocument, rows: readonly (readonly string[])[]): void {
  const width = pdf.page.width - 2 * MARGIN
  const shares = columnShares(rows)
  for (const [i, row] of rows.entries()) {
    pdf.font(i === 0 ? 'Helvetica-Bold' : 'Helvetica')
    const widths = shares.map((share) => share * width)
    const height = Math.max(...row.map((cell, c) => pdf.heightOfString(cell, { width: widths[c]! - 8 })))
    if (pdf.y + height + 6 > pdf.page.height - MARGIN) pdf.addPage()
    const top = pdf.y
    let x = MARGIN
    for (const [c, cell] of row.entries()) {
      pdf.text(cell, x, top, { width: widths[c]! - 8 })
      x += widths[c]!
    }
    pdf.y = top + height + 6
  }
  pdf.x = MARGIN
  pdf.font('Helvetica').moveDown(0.6)
}

/** Wider columns for longer cells, none below a tenth. */
function columnShares(rows: readonly (readonly string[])[]): number[] {
  const lengths = (rows[0] ?? []).map((_, c) => Math.max(8, ...rows.map((row) => Math.min(80, row[c]?.length ?? 0))))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const shares = lengths.map((length) => Math.max(0.1, length / whole))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => share / sum)
}

function writeHeadersAndFooters(pdf: PDFKit.PDFDocument, content: Content): void {
  if (!content.header && !content.footer) return
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // Outside the margins PDFKit would start a new page.
    pdf.page.margins = { top: 0, bottom: 0, left: MARGIN, right: MARGIN }
    pdf.font('Helvetica').fontSize(9)
    writeMarginal(pdf, content, content.header ?? '', 28)
    writeMarginal(pdf, content, (content.footer ?? '').replace('{page}', String(page + 1)), pdf.page.height - 40)
  }
}

function writeMarginal(pdf: PDFKit.PDFDocument, content: Content, text: string, y: number): void {
  pdf.y = y
  if (content.rightToLeft) writeFromTheRight(pdf, text, { font: 'Helvetica', margin: MARGIN, indent: 0 })
  else pdf.text(text, MARGIN, y, { lineBreak: false })
}
