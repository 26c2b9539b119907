import { deflateSync } from 'node:zlib'
import type { DocumentType } from '../../../shared/document-types.ts'
import { plainContent } from './content.ts'
import { makeDoc } from './doc.ts'
import { makeDocx } from './docx.ts'
import { makePdf } from './pdf.ts'

/** A malicious or damaged file. */
export interface HostileFile {
  name: string
  /** the type that it claims to be */
  type: DocumentType
  bytes: Buffer
}

const TEXT = plainContent('Please add a field for the voucher number.')

/** Damaged and hostile files: reading each must end soon, with text or with a sentence that says why there is none. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const [pdf, docx, doc] = [await makePdf(TEXT), await makeDocx(TEXT), makeDoc(TEXT)]
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)
  return [
    { name: 'half a PDF', type: 'pdf', bytes: half(pdf) },
    { name: 'half a DOCX', type: 'docx', bytes: half(docx) },
    { name: 'half a DOC', type: 'doc', bytes: half(doc) },
    { name: 'a web page named PDF', type: 'pdf', bytes: Buffer.from('<html><script>alert(1)</script></html>') },
    { name: 'an empty file', type: 'pdf', bytes: Buffer.alloc(0) },
    { name: 'a PDF that runs a script and opens a program', type: 'pdf', bytes: withActions() },
    {
      name: 'a PDF whose stream unpacks to 50 MB',
      type: 'pdf',
      bytes: withStream(deflateSync(Buffer.alloc(50_000_000, 32))),
    },
    {
      name: 'a PDF whose page tree is a circle',
      type: 'pdf',
      bytes: pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
    },
    { name: 'a DOC whose piece table points outside', type: 'doc', bytes: withWildPieces(doc) },
  ]
}

function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const starts: number[] = []
  let length = parts[0]!.length
  for (const [i, object] of objects.entries()) {
    starts.push(length)
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
  }
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>>>'

function withActions(): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>/AA<</WC<</S/Launch/F(calc.exe)>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    PAGE,
    '<</Length 0>>\nstream\n\nendstream',
  ])
}

function withStream(packed: Buffer): Buffer {
  const head = Buffer.from(`<</Length ${packed.length}/Filter/FlateDecode>>\nstream\n`)
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    PAGE,
    Buffer.concat([head, packed, Buffer.from('\nendstream')]),
  ])
}

/** The piece table contains the number of characters; here far more than the file has. */
function withWildPieces(doc: Buffer): Buffer {
  const bytes = Buffer.from(doc)
  const head = Buffer.from([2, 16, 0, 0, 0, 0, 0, 0, 0])
  bytes.writeUInt32LE(0x7fffffff, bytes.indexOf(head) + head.length)
  return bytes
}
