import WordExtractor from 'word-extractor'
import { partsOf } from '../clean.ts'
import { type Extraction, Unreadable } from '../extraction.ts'
import { withWholeRows } from './doc-rows.ts'

/** Signature of compound files. Checked first, because the library would unpack a zip without any limit. */
const COMPOUND_FILE = 'd0cf11e0a1b11ae1'
const MIN_BYTES = 1536

/** The text of a document of Word 97 to 2003. Only Word knows where its pages end. */
export async function readDoc(bytes: Uint8Array<ArrayBuffer>): Promise<Extraction> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < MIN_BYTES || buffer.toString('hex', 0, 8) !== COMPOUND_FILE)
    throw new Unreadable({ code: 'damaged' })
  if (isEncrypted(buffer)) throw new Unreadable({ code: 'protected' })
  const document = await new WordExtractor().extract(withUsualNames(buffer))
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

const STREAMS = ['WordDocument', '0Table', '1Table', 'Data']
const DIRECTORY_ENTRY = 128

/** Names of streams are compared without case, but the library searches them as Word writes them. */
function withUsualNames(buffer: Buffer): Buffer {
  for (let i = 512; i + DIRECTORY_ENTRY <= buffer.length; i += DIRECTORY_ENTRY) {
    const bytes = buffer.readUInt16LE(i + 64) - 2
    const isStream = buffer[i + 66] === 2 && bytes > 0 && bytes <= 24
    const name = isStream ? buffer.toString('utf16le', i, i + bytes).toLowerCase() : ''
    const usual = STREAMS.find((one) => one.toLowerCase() === name)
    if (usual !== undefined) buffer.write(usual, i, 'utf16le')
  }
  return buffer
}

/** The flag `fEncrypted` of the file's first block, which begins at a sector: checks every sector with its signature. */
function isEncrypted(buffer: Buffer): boolean {
  for (let i = 512; i + 12 <= buffer.length; i += 512) {
    const isWordBlock = buffer.readUInt16LE(i) === 0xa5ec && buffer.readUInt16LE(i + 2) > 0x60
    if (isWordBlock) return (buffer.readUInt16LE(i + 10) & 0x0100) !== 0
  }
  return false
}
