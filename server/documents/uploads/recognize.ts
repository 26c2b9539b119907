import { DOCUMENT_TYPES, type DocumentType } from '../../../shared/document-types.ts'
import { AppError, type Sentence } from '../../platform/errors.ts'
import { type CompoundFile, type Entry, readCompoundFile } from './compound-file.ts'
import type { Content } from './content.ts'
import { hasCode } from './macros.ts'
import { wayFrom } from './other-formats.ts'
import { formatList } from '../../../shared/texts/formats.ts'
import { text } from '../../../shared/texts/say.ts'

/** Bytes read from the beginning to detect the type. */
const HEAD = 4100
const ZIP_START = 'PK\u0003\u0004'
const ZIP_END = Buffer.from('PK\u0005\u0006')
/** The end of a zip file: a record and a comment of at most 65,535 bytes. */
const ZIP_END_SIZE = 22
const ZIP_TAIL = ZIP_END_SIZE + 65_535
/** The first bytes of documents that are not compound files: Word 1 and 2, Word for DOS and Write, Word 4 and 5 of the Mac. */
const OLD_WORD = /^(?:[\x9b\xdb]\xa5[!-]\p{Cc}|[12]\xbe\0\0\0\xab|\xfe7\0[\p{Cc}#])/u
/** PDF readers search for the header in this many bytes. */
const PDF_HEADER_WINDOW = 1024
/** The version of the format (`nFib`) that Word 97 writes. */
const WORD_97 = 0xc0
/** Bytes of a project of macros. */
const MAX_PROJECT = 4 * 1024 * 1024
/** What printers, servers and editors put before a PDF: a byte-order mark, printer commands (PJL), HTTP headers, blanks. */
const BEFORE_PDF = /^(?:\xef\xbb\xbf|\p{Cc}%-12345X|@PJL[^\n<]*\n|HTTP\/\d[^\n<]*\n|[A-Za-z][A-Za-z-]*:[^\n<]*\n|\s)*$/u

/**
 * Detects the type of a document by content alone; its name and declared type are ignored.
 * @throws AppError `unsupported-file` for any other content, for content valid as two types, and for documents with macros
 */
export async function recognize(content: Content, allowed: readonly DocumentType[]): Promise<DocumentType> {
  const head = await content.bytes(0, HEAD)
  const text = head.toString('latin1')
  // PDF readers would open it, whatever comes before; saving it again removes that.
  if (!isPdf(text) && text.slice(0, PDF_HEADER_WINDOW).includes('%PDF-')) throw twoKinds()
  const type = await typeOf(content, head, text, allowed)
  const isZip = type === 'docx' || type === 'xlsx'
  if (!isZip && (await endsAsZip(content, type === 'doc'))) throw twoKinds()
  if (!allowed.includes(type)) throw notAllowed(allowed)
  return type
}

async function typeOf(
  content: Content,
  head: Buffer,
  text: string,
  allowed: readonly DocumentType[],
): Promise<DocumentType> {
  if (isPdf(text)) return 'pdf'
  if (text.startsWith(ZIP_START)) return officeType(content, text, allowed)
  // It only reads the beginning, and throws for hostile content that ends before its declared length.
  if (OLD_WORD.test(text)) throw fromOldWord()
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = await fileTypeFromBuffer(head).catch(() => undefined)
  switch (detected?.mime) {
    case 'image/png':
      return 'png'
    case 'image/jpeg':
      return 'jpeg'
    case 'application/x-cfb':
      return compoundType(content, allowed)
    default:
      throw notAllowed(allowed, text)
  }
}

function isPdf(text: string): boolean {
  const index = text.slice(0, PDF_HEADER_WINDOW).indexOf('%PDF-')
  return index === 0 || (index > 0 && BEFORE_PDF.test(text.slice(0, index)))
}

async function officeType(content: Content, start: string, allowed: readonly DocumentType[]): Promise<DocumentType> {
  const { readZipEntries } = await unzipping()
  const entries = await readZipEntries(content)
  if (!entries) throw damaged()
  const { names, isEncrypted } = entries
  const has = (pattern: RegExp) => [...names].some((name) => pattern.test(name))
  if (isEncrypted) throw withPassword()
  if (await holdsMacros(content, [...names])) throw withMacros()
  if (!names.has('[Content_Types].xml')) throw notAllowed(allowed, start, names)
  if (has(/^word\/document\d*\.xml$/)) return 'docx'
  if (has(/^xl\/workbook\d*\.xml$/)) return 'xlsx'
  throw notAllowed(allowed, start, names)
}

async function compoundType(content: Content, allowed: readonly DocumentType[]): Promise<DocumentType> {
  const file = await readCompoundFile(content)
  if (!file) throw damaged()
  if (file.top.has('encryptedpackage')) throw withPassword()
  const document = file.top.get('worddocument')
  if (!document) throw notAllowed(allowed, '', file.top.keys())
  if (await isBeforeWord97(file, document)) throw fromOldWord()
  if (await hasCode(file)) throw withMacros()
  return 'doc'
}

/** Loaded with the first office file: its library would stay in memory from the start. */
const unzipping = () => import('./zip-entries.ts')

/** Whether a project of macros in the zip file has any code. */
async function holdsMacros(content: Content, names: readonly string[]): Promise<boolean> {
  const projects = names.filter((name) => /(^|\/)vbaProject[^/]*\.bin$/i.test(name))
  const { unpackEntry } = await unzipping()
  for (const name of projects) {
    const project = await unpackEntry(content, name, MAX_PROJECT)
    const file = project && (await readCompoundFile(project))
    // A project that cannot be read may have some.
    if (!file || (await hasCode(file))) return true
  }
  return projects.length === 0 && names.some((name) => /(^|\/)vbaData[^/]*\.xml$/i.test(name))
}

/** Word 6 and 95 have the same container, but another format in it. */
async function isBeforeWord97(file: CompoundFile, document: Entry): Promise<boolean> {
  const start = await file.read(document, 4)
  return start.length === 4 && start.readUInt16LE(0) >> 8 === 0xa5 && start.readUInt16LE(2) < WORD_97
}

/**
 * Whether a zip reader would also open this file: zip files are read from the end.
 * @param isExact only if the zip ends at the end of the file: a document may legitimately contain a zip file
 */
async function endsAsZip(content: Content, isExact: boolean): Promise<boolean> {
  const start = Math.max(0, content.size - ZIP_TAIL)
  const tail = await content.bytes(start, ZIP_TAIL)
  for (let i = tail.lastIndexOf(ZIP_END); i >= 0; i = i > 0 ? tail.lastIndexOf(ZIP_END, i - 1) : -1) {
    if (i + ZIP_END_SIZE > tail.length) continue
    const directory = start + i - tail.readUInt32LE(i + 12)
    const endsHere = i + ZIP_END_SIZE + tail.readUInt16LE(i + 20) === tail.length
    if (isExact && !endsHere) continue
    const first = directory < 0 ? '' : (await content.bytes(directory, 4)).toString('latin1')
    if (endsHere || first === 'PK\u0001\u0002') return true
  }
  return false
}

function refused(message: Sentence): AppError {
  return new AppError('unsupported-file', message)
}

function notAllowed(allowed: readonly DocumentType[], start = '', parts: Iterable<string> = []): AppError {
  const way = wayFrom(start, parts, allowed)
  const labels = allowed.map((type) => DOCUMENT_TYPES[type].label)
  const words = formatList(labels, 'disjunction')
  return refused(way ?? text('This is not a {words} file. What counts is its content, not its name.', { words }))
}

const damaged = () => refused(text('This file is damaged. Please open it, save it again and upload the new copy.'))
const fromOldWord = () =>
  refused(
    text(
      'This document was written by Word 95 or older. Please open it in Word, save it as DOCX and upload that copy.',
    ),
  )
const withMacros = () =>
  refused(text('This document contains macros. Please save it without them and upload that copy.'))
const withPassword = () =>
  refused(text('This file is protected by a password. Please save it without one and upload that copy.'))
const twoKinds = () =>
  refused(
    text('This file is a document and something else at the same time. Please save it again and upload the new copy.'),
  )
