import * as CFB from 'cfb'
import { markOf, type Content } from './content.ts'

/** Word writes its text after the file information block, and pads both streams beyond the size of short ones (4096). */
const TEXT_AT = 0x800
const TABLE_SIZE = 0x1000

/**
 * A Word 97 document: an OLE container with the stream `WordDocument` (file information block, then UTF-16 text) and the stream
 * `1Table`, whose piece table gives the position of the text. Source: [MS-DOC], sections 2.5 (Fib) and 2.8.35 (PlcPcd). Omits
 * everything that only affects the appearance: styles, sections, list numbers (bullets are part of the text).
 */
export function makeDoc(content: Content): Buffer {
  const text = textOf(content)
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/WordDocument', documentStream(text))
  CFB.utils.cfb_add(container, '/1Table', tableStream(text.length))
  // With the type `buffer` it returns a Buffer, although its type declaration does not say so.
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array)
}

/** Paragraphs end with CR; a table's cells and rows with 7; a page with 12. */
function textOf(content: Content): string {
  return content.blocks
    .map((block) => {
      if ('pageBreak' in block) return '\f'
      if ('heading' in block) return `${block.heading}\r`
      if ('paragraph' in block) return `${block.paragraph}\r`
      if ('list' in block) return block.list.map((entry, i) => `${markOf(block, i)} ${entry}\r`).join('')
      return block.table.map((row) => `${row.join('\x07')}\x07\x07`).join('') + '\r'
    })
    .join('')
}

function documentStream(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf16le')
  const stream = Buffer.alloc(Math.max(0x1000, Math.ceil((TEXT_AT + bytes.length) / 512) * 512))
  stream.writeUInt16LE(0xa5ec, 0x0) // wIdent
  stream.writeUInt16LE(0x00c1, 0x2) // nFib: Word 97
  stream.writeUInt16LE(0x0409, 0x6) // lid: English
  stream.writeUInt16LE(0x0200, 0xa) // fWhichTblStm: the table stream is 1Table
  stream.writeUInt16LE(0x00bf, 0xc) // nFibBack
  stream.writeUInt32LE(TEXT_AT, 0x18) // fcMin
  stream.writeUInt32LE(TEXT_AT + bytes.length, 0x1c) // fcMac
  stream.writeUInt16LE(0x000e, 0x20) // csw
  stream.writeUInt16LE(0x0016, 0x3e) // cslw
  stream.writeUInt32LE(TEXT_AT + bytes.length, 0x40) // cbMac
  stream.writeUInt32LE(text.length, 0x4c) // ccpText
  stream.writeUInt16LE(0x005d, 0x98) // cbRgFcLcb
  // Empty tables of character and paragraph formats: one end position each.
  stream.writeUInt32LE(0x100, 0xfa)
  stream.writeUInt32LE(4, 0xfe)
  stream.writeUInt32LE(0x100, 0x102)
  stream.writeUInt32LE(4, 0x106)
  stream.writeUInt32LE(0, 0x1a2) // fcClx
  stream.writeUInt32LE(21, 0x1a6) // lcbClx
  bytes.copy(stream, TEXT_AT)
  return stream
}

/** The piece table with one piece: two character positions, then a piece descriptor of eight bytes. */
function tableStream(characters: number): Buffer {
  const stream = Buffer.alloc(TABLE_SIZE)
  stream.writeUInt8(2, 0) // clxt: the piece table follows
  stream.writeUInt32LE(16, 1)
  stream.writeUInt32LE(0, 5)
  stream.writeUInt32LE(characters, 9)
  stream.writeUInt32LE(TEXT_AT, 15) // fc, UTF-16 because bit 30 is not set
  return stream
}
