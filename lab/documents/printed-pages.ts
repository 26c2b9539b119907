import type { Page } from '../../engine/documents/reading.ts'
import { extractText } from '../../server/documents/extraction/extract-text.ts'
import { sentenceOf } from '../../server/documents/extraction/notes.ts'
import type { GoldenDocument } from './golden-documents.ts'
import type { Content } from './make/content.ts'
import { makeDoc } from './make/doc.ts'
import { makeDocx } from './make/docx.ts'
import { makePdf } from './make/pdf.ts'

/** The file that a golden document represents. */
async function fileOf({ format, content }: { format: GoldenDocument['format']; content: Content }): Promise<Buffer> {
  if (format === 'pdf') return makePdf(content)
  return format === 'docx' ? makeDocx(content) : makeDoc(content)
}

/** The text that the product extracts from that file. */
export async function pagesOf(document: GoldenDocument): Promise<Page[]> {
  const read = await extractText({ type: document.format, bytes: new Uint8Array(await fileOf(document)) })
  if (read.state !== 'ready') throw new Error(`${document.name}: ${read.notes.map(sentenceOf).join(' ')}`)
  return read.pages
}
