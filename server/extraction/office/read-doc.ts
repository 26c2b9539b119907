import WordExtractor from 'word-extractor'
import { partsOf } from '../clean.ts'
import { DAMAGED, type Extraction, PROTECTED, Unreadable } from '../extraction.ts'
import { withWholeRows } from './doc-rows.ts'

/** Signature of compound files. Checked first, because the library would unpack a zip without any limit. */
const COMPOUND_FILE = 'd0cf11e0a1b11ae1'
const MIN_BYTES = 1536

/** The text of a document of Word 97 to 2003. Only Word knows where its pages end. */
export async function readDoc(bytes: Uint8Array<ArrayBuffer>): Promise<Extraction> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < MIN_BYTES || buffer.toString('hex', 0, 8) !== COMPOUND_FILE) throw new Unreadable(DAMAGED)
  if (isEncrypted(buffer)) throw new Unreadable(PROTECTED)
  const document = await new WordExtractor().extract(buffer)
  const parts = [
    document.getHeaders({ includeFooters: false }),
    withWholeRows(document.getBody()),
    document.getTextboxes(),
    document.getFootnotes(),
    document.getEndnotes(),
    document.getFooters(),
  ]
  return partsOf(
    parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n'),
  )
}

/** The flag `fEncrypted` of the file's first block, which begins at a sector: checks every sector with its signature. */
function isEncrypted(buffer: Buffer): boolean {
  for (let at = 512; at + 12 <= buffer.length; at += 512) {
    const isWordBlock = buffer.readUInt16LE(at) === 0xa5ec && buffer.readUInt16LE(at + 2) > 0x60
    if (isWordBlock) return (buffer.readUInt16LE(at + 10) & 0x0100) !== 0
  }
  return false
}
