import { afterAll, describe, expect, test } from 'vitest'
import { Readable } from 'node:stream'
import type { DocumentType } from '../../../shared/document-types.ts'
import { temporaryFiles } from '../../testing/files.ts'
import {
  compoundOf,
  docOf,
  docxOf,
  JPEG,
  macrosOf,
  oldDocOf,
  pdfOf,
  PNG,
  storedZip,
  xlsxOf,
} from '../../testing/sample-files.ts'
import { Content } from './content.ts'
import { recognize } from './recognize.ts'

const { files, remove } = temporaryFiles()
afterAll(remove)

let stored = 0
async function typeOf(content: Buffer, allowed: DocumentType[] = ['pdf', 'doc', 'docx', 'xlsx', 'png', 'jpeg']) {
  const key = `content/${stored++}`
  await files.put(key, Readable.from([content]), content.length)
  return recognize(new Content(files, key, content.length), allowed)
}
const refusalOf = (content: Buffer, allowed?: DocumentType[]) =>
  typeOf(content, allowed).then(
    (type) => `taken as ${type}`,
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  )

const bytesOf = (start: string) => Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(2000)])

const PRINTER = '\x1b%-12345X@PJL JOB\r\n@PJL SET RESOLUTION=600\r\n@PJL ENTER LANGUAGE=PDF\r\n'
const HEADERS = 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 900\r\n\r\n'

test.each<[string, Buffer, DocumentType]>([
  ['a PDF', pdfOf('x'), 'pdf'],
  ['a large PDF', pdfOf('x', 2_000_000), 'pdf'],
  ['a DOCX', docxOf('text'), 'docx'],
  ['a DOCX of several blocks', docxOf('text', { 'word/media/image1.png': Buffer.alloc(3_000_000, 7) }), 'docx'],
  ['a DOC', docOf('text'), 'doc'],
  ['a DOC whose tables are long', docOf('text'.repeat(2_500_000)), 'doc'],
  ['a DOC whose streams are named in other letter case', compoundOf({ WORDDOCUMENT: 'x', '1TABLE': 'x' }), 'doc'],
  ['a DOC with an empty project of macros', compoundOf({ WordDocument: 'x', ...macrosOf('') }), 'doc'],
  ['a DOCX with an empty project', docxOf('x', { 'word/vbaProject.bin': compoundOf(macrosOf('', '')) }), 'docx'],
  ['a PDF behind a byte-order mark', Buffer.concat([Buffer.from('\ufeff'), pdfOf('x')]), 'pdf'],
  ['a PDF behind printer commands', Buffer.concat([Buffer.from(PRINTER), pdfOf('x')]), 'pdf'],
  ['a PDF behind HTTP headers', Buffer.concat([Buffer.from(HEADERS), pdfOf('x')]), 'pdf'],
  ['a workbook', xlsxOf('x'), 'xlsx'],
  ['a PNG', PNG, 'png'],
  ['a JPEG', JPEG, 'jpeg'],
])('%s is recognized by its content', async (_name, content, type) => {
  expect(await typeOf(content)).toBe(type)
})

const HTML = '<html><script>alert(1)</script></html>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

describe('is no document:', () => {
  test.each<[string, Buffer]>([
    ['HTML', Buffer.from(HTML)],
    ['SVG with a script', Buffer.from(SVG)],
    ['SVG behind a declaration', Buffer.from(`<?xml version="1.0"?>${SVG}`)],
    ['a zip file', storedZip({ 'a.txt': 'x' })],
    ['a message', compoundOf({ '__properties_version1.0': 'x', 'MBD001/WordDocument': 'x' })],
    ['a program', Buffer.from('MZ\u0090\u0000')],
    ['text', Buffer.from('Dear colleagues')],
    ['nothing but zeros', Buffer.alloc(5000)],
  ])('%s', async (_name, content) => {
    expect(await refusalOf(content)).toMatch(/^unsupported-file: This is not a PDF, DOC, DOCX, XLSX, PNG, or JPEG file/)
  })
})

test.each<[string, Buffer, RegExp]>([
  ['a DOCX with macros', docxOf('x', { 'word/vbaProject.bin': 'x' }), /macros/],
  ['a DOCX with macros elsewhere', docxOf('x', { 'custom/VBAPROJECT.BIN': 'x' }), /macros/],
  ['a DOC with macros', compoundOf({ WordDocument: 'x', ...macrosOf('Sub AutoOpen()\r\nEnd Sub') }), /macros/],
  ['a DOC with a module that cannot be read', compoundOf({ WordDocument: 'x', 'Macros/VBA/Module1': 'x' }), /macros/],
  ['a DOC of Word 6', oldDocOf(0x65), /written by Word 95 or older.*save it as DOCX/],
  ['a DOC of Word 95', oldDocOf(0x68), /written by Word 95 or older.*save it as DOCX/],
  ['a DOC of Word 2', Buffer.from('dba52d00'.padEnd(2000, '0'), 'hex'), /written by Word 95 or older/],
  ['a DOC of Word 1', bytesOf('9ba52100'), /written by Word 95 or older/],
  ['a DOC of Word for DOS', bytesOf('31be000000ab'), /written by Word 95 or older/],
  ['a document of Write', bytesOf('32be000000ab'), /written by Word 95 or older/],
  ['a DOC of Word 5 of the Mac', bytesOf('fe370023'), /written by Word 95 or older/],
  ['a rich text document', Buffer.from('{\\rtf1\\ansi x}'), /RTF.*open it in Word, save it as DOCX/],
  ['a web archive', Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n'), /save it as DOCX/],
  ['a Word document in XML', Buffer.from('\ufeff<?xml?><?mso-application progid="Word.Document"?>'), /save it as DOCX/],
  ['a page of Word', Buffer.from('<html xmlns:w="urn:schemas-microsoft-com:office:word">'), /save it as DOCX/],
  ['a WordPerfect document', bytesOf('ff575043'), /open it in Word, save it as DOCX/],
  ['an OpenDocument text', storedZip({ mimetype: 'application/vnd.oasis.opendocument.text' }), /save it as DOCX/],
  ['a spreadsheet', storedZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }), /save it as XLSX/],
  ['an XLS', compoundOf({ Workbook: 'x' }), /XLS.*open it in Excel, save it as XLSX/],
  ['an XLS of Excel 95', compoundOf({ BOOK: 'x' }), /save it as XLSX/],
  ['an XLS that holds a DOC', compoundOf({ Workbook: 'x', 'MBD001/WordDocument': 'x' }), /save it as XLSX/],
  ['a Works document', compoundOf({ MatOST: 'x' }), /save it as DOCX/],
  ['a presentation', storedZip({ '[Content_Types].xml': 'x', 'ppt/presentation.xml': 'x' }), /save it as PDF/],
  ['a presentation of 2003', compoundOf({ 'PowerPoint Document': 'x' }), /save it as PDF/],
  ['a DOCX with a password', compoundOf({ EncryptedPackage: 'x', EncryptionInfo: 'x' }), /password/],
  ['a PDF that is a zip file, too', Buffer.concat([pdfOf('x'), docxOf('x')]), /something else/],
  [
    'a PDF that is a zip file with a tail',
    Buffer.concat([pdfOf('x'), storedZip({ a: 'x' }), Buffer.from('tail')]),
    /something else/,
  ],
  ['a PNG that is a zip file, too', Buffer.concat([PNG, storedZip({ 'a.class': 'x' })]), /something else/],
  ['a DOC that is a zip file, too', Buffer.concat([docOf('x'), storedZip({ a: 'x' })]), /something else/],
  [
    'a DOCX that is a PDF, too',
    storedZip({ 'a.txt': '%PDF-1.7\n', '[Content_Types].xml': 'x', 'word/document.xml': 'x' }),
    /something else/,
  ],
  ['a PDF behind HTML', Buffer.concat([Buffer.from(HTML), pdfOf('x')]), /something else.*save it again/],
  ['a PDF behind the header of an old Mac', Buffer.concat([Buffer.alloc(128, 1), pdfOf('x')]), /save it again/],
  ['a PDF behind a mark of UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), pdfOf('x')]), /save it again/],
  ['a JPEG that is a PDF, too', Buffer.concat([JPEG, pdfOf('x')]), /something else/],
  ['half a DOCX', docxOf('x'.repeat(1000)).subarray(0, 600), /damaged/],
  ['a DOCX with a name that leads elsewhere', docxOf('x', { '../../etc/passwd': 'x' }), /damaged/],
  ['a DOCX with something before it', Buffer.concat([storedZip({ b: 'y' }), docxOf('x')]), /damaged/],
  [
    'a zip file that lies about its directory',
    Buffer.concat([docxOf('x').subarray(0, -6), Buffer.from('\u00ff\u00ff\u00ff\u007f\u0000\u0000', 'latin1')]),
    /damaged/,
  ],
  ['half a DOC', docOf('x').subarray(0, 600), /damaged|not a PDF/],
])('%s is refused', async (_name, content, sentence) => {
  expect(await refusalOf(content)).toMatch(/^unsupported-file: /)
  expect(await refusalOf(content)).toMatch(sentence)
})

test('a DOC whose directory goes round in circles is read to an end', async () => {
  const content = docOf('x')
  const first = content.readUInt32LE(48)
  const table = content.readUInt32LE(76)
  content.writeUInt32LE(first, (table + 1) * 512 + first * 4)
  expect(await refusalOf(content)).toBe('taken as doc')
})

test('what an office does not allow is refused although it is known', async () => {
  expect(await refusalOf(PNG, ['pdf', 'docx'])).toBe(
    'unsupported-file: This is not a PDF or DOCX file. What counts is its content, not its name.',
  )
  expect(await refusalOf(compoundOf({ Workbook: 'x' }), ['pdf'])).toMatch('This is not a PDF file.')
  expect(await refusalOf(xlsxOf('x'), ['pdf'])).toMatch('This is not a PDF file.')
})
