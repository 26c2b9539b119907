import CFB from 'cfb'
import { zipOf } from './documents/zip.ts'

/** A PDF with one empty page and at least the given size; the remark makes its content unique. */
export function pdfOf(remark: string, size = 0): Buffer {
  const start = Buffer.from(
    `%PDF-1.7\n% ${remark}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n',
  )
  const end = Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  const filling = Buffer.alloc(Math.max(0, size - start.length - end.length), '% customs tariff line\n')
  return Buffer.concat([start, filling, end])
}

/** A zip file with uncompressed entries. */
export function storedZip(files: Record<string, string | Buffer>): Buffer {
  return zipOf(Object.entries(files).map(([name, content]) => ({ name, content, isStored: true })))
}

const TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'

export function docxOf(text: string, more: Record<string, string | Buffer> = {}): Buffer {
  return storedZip({ '[Content_Types].xml': TYPES, 'word/document.xml': `<w:document>${text}</w:document>`, ...more })
}

export function xlsxOf(text: string): Buffer {
  return storedZip({ '[Content_Types].xml': TYPES, 'xl/workbook.xml': `<workbook>${text}</workbook>` })
}

/** An OLE compound file with these streams. */
export function compoundOf(streams: Record<string, string>): Buffer {
  const file = CFB.utils.cfb_new()
  for (const [name, text] of Object.entries(streams))
    CFB.utils.cfb_add(file, `/${name}`, Buffer.from(text.padEnd(5000)))
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

export const docOf = (text: string) => compoundOf({ WordDocument: text, '1Table': text })

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
)
