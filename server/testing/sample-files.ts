import CFB from 'cfb'
import { crc32 } from 'node:zlib'

/** A PDF of one empty page, as long as wanted; its remark makes it one of its own. */
export function pdfOf(remark: string, size = 0): Buffer {
  const start = Buffer.from(
    `%PDF-1.7\n% ${remark}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n',
  )
  const end = Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  const filling = Buffer.alloc(Math.max(0, size - start.length - end.length), '% customs tariff line\n')
  return Buffer.concat([start, filling, end])
}

/** A zip file whose entries are stored as they are. */
export function zipOf(entries: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text)
    const local = Buffer.alloc(30)
    local.write('PK\u0003\u0004', 'latin1')
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    fields.copy(local, 4)
    const central = Buffer.alloc(46)
    central.write('PK\u0001\u0002', 'latin1')
    central.writeUInt16LE(20, 4)
    fields.copy(central, 6)
    central.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), content)
    directory.push(central, Buffer.from(name))
    at += local.length + Buffer.byteLength(name) + content.length
  }
  const entriesOf = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  const count = Object.keys(entries).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(entriesOf.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, entriesOf, end])
}

const TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'

export function docxOf(text: string, more: Record<string, string | Buffer> = {}): Buffer {
  return zipOf({ '[Content_Types].xml': TYPES, 'word/document.xml': `<w:document>${text}</w:document>`, ...more })
}

export function xlsxOf(text: string): Buffer {
  return zipOf({ '[Content_Types].xml': TYPES, 'xl/workbook.xml': `<workbook>${text}</workbook>` })
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
