import { DAMAGED, type Extraction, PICTURE, type ReadableFile, Unreadable } from './extraction.ts'

/**
 * The text of a file, page by page. Runs in the calling thread; time and memory depend on the file and are bounded by
 * `extractInProcess`. The readers are imported lazily.
 */
export async function extractText(file: ReadableFile): Promise<Extraction> {
  try {
    return await read(file)
  } catch (error) {
    return { state: 'failed', note: error instanceof Unreadable ? error.message : DAMAGED }
  }
}

async function read({ type, bytes }: ReadableFile): Promise<Extraction> {
  switch (type) {
    case 'pdf':
      return (await import('./pdf/read-pdf.ts')).readPdf(bytes)
    case 'docx':
      return (await import('./office/read-docx.ts')).readDocx(bytes)
    case 'xlsx':
      return (await import('./office/read-xlsx.ts')).readXlsx(bytes)
    case 'doc':
      return (await import('./office/read-doc.ts')).readDoc(bytes)
    case 'png':
    case 'jpeg':
      return { state: 'none', pageCount: null, note: PICTURE }
  }
}
