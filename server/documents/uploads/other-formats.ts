import type { DocumentType } from '../../../shared/document-types.ts'

/** A format that office programs write, and how to get a document that is taken. */
interface OtherFormat {
  name: string
  program: string
  saveAs: DocumentType
}

const word = (name: string): OtherFormat => ({ name, program: 'Word', saveAs: 'docx' })
const excel = (name: string): OtherFormat => ({ name, program: 'Excel', saveAs: 'xlsx' })
const slides: OtherFormat = { name: 'a presentation', program: 'PowerPoint', saveAs: 'pdf' }

/** By the first bytes, as Latin-1. */
const BY_START: readonly (readonly [RegExp, OtherFormat])[] = [
  [/^(?:\xef\xbb\xbf)?\s*\{\\rtf/, word('a rich text document (RTF)')],
  [/^(?:\xef\xbb\xbf)?\s*MIME-Version:/i, word('a web archive (MHTML)')],
  [/^(?:\xef\xbb\xbf)?\s*<[^]*progid="?Word\.Document/i, word('a Word document in XML')],
  [/^(?:\xef\xbb\xbf)?\s*<[^]*progid="?Excel\.Sheet/i, excel('a workbook in XML')],
  [/^(?:\xef\xbb\xbf)?\s*<[^]*urn:schemas-microsoft-com:office:word/i, word('a web page saved by Word')],
  [/^(?:\xef\xbb\xbf)?\s*<[^]*urn:schemas-microsoft-com:office:excel/i, excel('a web page saved by Excel')],
  [/^\xffWPC/, word('a WordPerfect document')],
  [/^PK[^]{28}mimetypeapplication\/vnd\.oasis\.opendocument\.text/, word('an OpenDocument text')],
  [/^PK[^]{28}mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/, excel('an OpenDocument spreadsheet')],
  [/^PK[^]{28}mimetypeapplication\/vnd\.oasis\.opendocument\.presentation/, slides],
]

/** By a part of the zip or compound file, in lower case. */
const BY_PART: readonly (readonly [RegExp, OtherFormat])[] = [
  [/^(?:workbook|book)$/, excel('a workbook of Excel 2003 or older (XLS)')],
  [/^xl\/workbook\d*\.bin$/, excel('a binary workbook (XLSB)')],
  [/^matost$/, word('a Works document')],
  [/^(?:powerpoint document|ppt\/presentation\.xml)$/, slides],
]

/**
 * A sentence on how to get a document that is taken from one of another format; undefined where none is known.
 * @param start of the file, as Latin-1
 * @param parts names inside a zip or compound file
 */
export function wayFrom(start: string, parts: Iterable<string>, allowed: readonly DocumentType[]): string | undefined {
  const names = [...parts].map((name) => name.toLowerCase())
  const [, format] =
    BY_START.find(([pattern]) => pattern.test(start)) ??
    BY_PART.find(([pattern]) => names.some((name) => pattern.test(name))) ??
    []
  if (!format || !allowed.includes(format.saveAs)) return undefined
  const { name, program, saveAs } = format
  return `This is ${name}. Please open it in ${program}, save it as ${saveAs.toUpperCase()} and upload that copy.`
}
