import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'

type Options = ConstructorParameters<typeof PdfKit>[0]

/** A PDF drawn by the function. */
export async function pdfOf(draw: (pdf: PDFKit.PDFDocument) => void, options: Options = {}): Promise<Buffer> {
  const pdf = new PdfKit({ size: 'A4', ...options })
  draw(pdf)
  pdf.end()
  return buffer(pdf)
}

/**
 * A PDF from raw objects, numbered from 1; the first is its catalog.
 * @param trailer additional entries of the trailer
 */
export function rawPdf(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const put = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [i, object] of objects.entries()) {
    offsets.push(length)
    put(Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const begin = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  put(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`))
  put(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${begin}\n%%EOF\n`))
  return Buffer.concat(parts)
}

/** A stream object. */
export function pdfStream(content: string | Buffer, dictionary = ''): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** The objects of a PDF with one page of text; more can follow from number 6 on. */
export function onePage(text: string, { catalog = '', page = '' } = {}): (string | Buffer)[] {
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    pdfStream(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
}

/** As real programs write a line: glyphs from left to right, each with its Unicode value. */
export function glyphsPdf(glyphs: string[]): Buffer {
  const code = (i: number) => String(i + 1).padStart(2, '0')
  const hex = (glyph: string) => Buffer.from(glyph, 'utf16le').swap16().toString('hex')
  const meanings = glyphs.map((glyph, i) => `<${code(i)}> <${hex(glyph)}>`)
  const cmap = `/CIDInit /ProcSet findresource begin begincmap
    1 begincodespacerange <00> <ff> endcodespacerange
    ${glyphs.length} beginbfchar ${meanings.join(' ')} endbfchar endcmap end`
  const objects = onePage('')
  objects[3] = pdfStream(`BT /F1 12 Tf 400 720 Td <${glyphs.map((_, i) => code(i)).join('')}> Tj ET`)
  objects[4] = `<< /Type /Font /Subtype /TrueType /BaseFont /Some /FirstChar 1 /LastChar ${glyphs.length}
    /Widths [${glyphs.map(() => 500).join(' ')}] /ToUnicode 6 0 R >>`
  objects.push(pdfStream(cmap))
  return rawPdf(objects)
}
