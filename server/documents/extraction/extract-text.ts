import { type Extraction, failed, type ReadableFile, Unreadable } from './extraction.ts'
import { noPages, type PageProgress, type PagesRead } from './pdf/pages-read.ts'

/** What is reported while a file is read: pages of a PDF, or the next piece of an office document's text. */
export type Progress = PageProgress | { text: string }

/**
 * The text of a file, page by page. Runs in the calling thread; time and memory depend on the file and are bounded by
 * `readInThread`. The readers are imported lazily.
 * @param pages of a PDF, which were read before
 */
export async function extractText(
  file: ReadableFile,
  pages: PagesRead = noPages(),
  onProgress: (progress: Progress) => void = () => {},
): Promise<Extraction> {
  try {
    return await read(file, pages, onProgress)
  } catch (error) {
    return error instanceof Unreadable ? { state: 'failed', notes: [error.note] } : failed('damaged')
  }
}

async function read(
  { type, bytes }: ReadableFile,
  pages: PagesRead,
  onProgress: (progress: Progress) => void,
): Promise<Extraction> {
  const onText = (text: string) => onProgress({ text })
  switch (type) {
    case 'pdf':
      return (await import('./pdf/read-pdf.ts')).readPdf(bytes, pages, onProgress)
    case 'docx':
      return (await import('./office/read-docx.ts')).readDocx(bytes, onText)
    case 'xlsx':
      return (await import('./office/read-xlsx.ts')).readXlsx(bytes, onText)
    case 'doc':
      return (await import('./office/read-doc.ts')).readDoc(bytes)
    case 'png':
    case 'jpeg':
      return { state: 'none', pageCount: null, notes: [{ code: 'picture' }] }
  }
}
