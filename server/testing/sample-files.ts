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
export function compoundOf(streams: Record<string, string | Buffer>): Buffer {
  const file = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) {
    const bytes = typeof content === 'string' ? Buffer.from(content.padEnd(5000)) : content
    CFB.utils.cfb_add(file, `/${name}`, bytes)
  }
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

/** The streams of a project of macros with one module, as Word stores them. */
export function macrosOf(source: string, folder = 'Macros/'): Record<string, Buffer> {
  const text = `Attribute VB_Name = "ThisDocument"\r\nAttribute VB_Base = "1Normal.ThisDocument"\r\n${source}`
  // Compressed without copies: a byte of zero bits before each eight letters.
  const letters = Buffer.from(text.replace(/[^]{1,8}/g, '\0$&'), 'latin1')
  const header = Buffer.alloc(3, 1)
  header.writeUInt16LE(0xb000 | (letters.length - 1), 1)
  const module = Buffer.concat([Buffer.from('compiled'), header, letters])
  return {
    [`${folder}VBA/dir`]: Buffer.from('list'),
    [`${folder}VBA/_VBA_PROJECT`]: Buffer.from('compiled'),
    [`${folder}VBA/ThisDocument`]: module,
  }
}

/** The first bytes of a Word document: its signature and the version of its format. */
function wordStart(version: number): Buffer {
  const start = Buffer.alloc(5000)
  start.writeUInt16LE(version < 0xc1 ? 0xa5dc : 0xa5ec)
  start.writeUInt16LE(version, 2)
  return start
}

/** A document as Word 6 (0x65) or 95 (0x68) stored it. */
export const oldDocOf = (version: number) => compoundOf({ WordDocument: wordStart(version) })

export const docOf = (text: string) => compoundOf({ WordDocument: text, '1Table': text })

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
)
