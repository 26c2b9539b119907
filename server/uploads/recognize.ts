import { DOCUMENT_TYPES, type DocumentType } from '../../shared/document-types.ts'
import { AppError } from '../errors.ts'
import { readCompoundFile } from './compound-file.ts'
import type { Content } from './content.ts'

/** Bytes read from the beginning to detect the type. */
const HEAD = 4100
const ZIP_START = 'PK\u0003\u0004'
const ZIP_END = Buffer.from('PK\u0005\u0006')
/** The end of a zip file: a record and a comment of at most 65,535 bytes. */
const ZIP_END_SIZE = 22
const ZIP_TAIL = ZIP_END_SIZE + 65_535
/** PDF readers search for the header in this many bytes. */
const PDF_HEADER_WINDOW = 1024

/**
 * Detects the type of a document by content alone; its name and declared type are ignored.
 * @throws AppError `unsupported-file` for any other content, for content valid as two types, and for documents with macros
 */
export async function recognize(content: Content, allowed: readonly DocumentType[]): Promise<DocumentType> {
  const head = await content.bytes(0, HEAD)
  const text = head.toString('latin1')
  const type = await typeOf(content, head, text, allowed)
  if (text.indexOf('%PDF-') > 0 && text.indexOf('%PDF-') < PDF_HEADER_WINDOW) throw twoKinds()
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
  if (text.startsWith('%PDF-')) return 'pdf'
  if (text.startsWith(ZIP_START)) return officeType(content, allowed)
  // It only reads the beginning, and throws for hostile content that ends before its declared length.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  switch (found?.mime) {
    case 'image/png':
      return 'png'
    case 'image/jpeg':
      return 'jpeg'
    case 'application/x-cfb':
      return compoundType(content, allowed)
    default:
      throw notAllowed(allowed)
  }
}

async function officeType(content: Content, allowed: readonly DocumentType[]): Promise<DocumentType> {
  const { readZipEntries } = await import('./zip-entries.ts')
  const entries = await readZipEntries(content)
  if (!entries) throw damaged()
  const { names, isEncrypted } = entries
  const has = (pattern: RegExp) => [...names].some((name) => pattern.test(name))
  if (has(/(^|\/)vba(Project|Data)[^/]*\.(bin|xml)$/i)) throw withMacros()
  if (isEncrypted) throw withPassword()
  if (!names.has('[Content_Types].xml')) throw notAllowed(allowed)
  if (has(/^word\/document\d*\.xml$/)) return 'docx'
  if (has(/^xl\/workbook\d*\.xml$/)) return 'xlsx'
  throw notAllowed(allowed)
}

async function compoundType(content: Content, allowed: readonly DocumentType[]): Promise<DocumentType> {
  const file = await readCompoundFile(content)
  if (!file) throw damaged()
  if (file.top.has('EncryptedPackage')) throw withPassword()
  if (!file.top.has('WordDocument')) throw notAllowed(allowed)
  if (['Macros', 'VBA', '_VBA_PROJECT'].some((name) => file.all.has(name))) throw withMacros()
  return 'doc'
}

/**
 * Whether a zip reader would also open this file: zip files are read from the end.
 * @param isExact only if the zip ends at the end of the file: a document may legitimately contain a zip file
 */
async function endsAsZip(content: Content, isExact: boolean): Promise<boolean> {
  const start = Math.max(0, content.size - ZIP_TAIL)
  const tail = await content.bytes(start, ZIP_TAIL)
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = at > 0 ? tail.lastIndexOf(ZIP_END, at - 1) : -1) {
    if (at + ZIP_END_SIZE > tail.length) continue
    const directory = start + at - tail.readUInt32LE(at + 12)
    const endsHere = at + ZIP_END_SIZE + tail.readUInt16LE(at + 20) === tail.length
    if (isExact && !endsHere) continue
    const first = directory < 0 ? '' : (await content.bytes(directory, 4)).toString('latin1')
    if (endsHere || first === 'PK\u0001\u0002') return true
  }
  return false
}

function refused(message: string): AppError {
  return new AppError('unsupported-file', message)
}

function notAllowed(allowed: readonly DocumentType[]): AppError {
  const labels = allowed.map((type) => DOCUMENT_TYPES[type].label)
  const words = new Intl.ListFormat('en', { type: 'disjunction' }).format(labels)
  return refused(`This is not a ${words} file. What counts is its content, not its name.`)
}

const damaged = () => refused('This file is damaged. Please open it, save it again and upload the new copy.')
const withMacros = () => refused('This document contains macros. Please save it without them and upload that copy.')
const withPassword = () =>
  refused('This file is protected by a password. Please save it without one and upload that copy.')
const twoKinds = () =>
  refused('This file is a document and something else at the same time. Please save it again and upload the new copy.')
