import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageBreak,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import type { Block, Content } from './content.ts'

const LEVELS = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 }

/** A DOCX as a word processor writes it: real lists, headings and tables. */
export function makeDocx(content: Content): Promise<Buffer> {
  const bidirectional = content.rightToLeft ?? false
  let lists = 0
  const children = content.blocks.flatMap((block) => partsOf(block, bidirectional, () => lists++))
  return Packer.toBuffer(
    new Document({
      numbering: {
        config: [
          {
            reference: 'numbers',
            levels: [{ level: 0, format: LevelFormat.DECIMAL, text: '%1.', alignment: AlignmentType.START }],
          },
        ],
      },
      sections: [
        {
          ...(content.header
            ? { headers: { default: new Header({ children: [new Paragraph(content.header)] }) } }
            : {}),
          ...(content.footer
            ? { footers: { default: new Footer({ children: [new Paragraph(content.footer.replace('{page}', ''))] }) } }
            : {}),
          children,
        },
      ],
    }),
  )
}

function partsOf(block: Block, bidirectional: boolean, nextList: () => number): (Paragraph | Table)[] {
  const paragraph = (text: string, more: object = {}) =>
    new Paragraph({ bidirectional, children: [new TextRun({ text, rightToLeft: bidirectional })], ...more })
  if ('pageBreak' in block) return [new Paragraph({ children: [new PageBreak()] })]
  if ('heading' in block) return [paragraph(block.heading, { heading: LEVELS[block.level ?? 2] })]
  if ('paragraph' in block) return [paragraph(block.paragraph)]
  if ('list' in block) {
    const instance = nextList()
    const style = block.numbered
      ? { numbering: { reference: 'numbers', level: 0, instance } }
      : { bullet: { level: 0 } }
    return block.list.map((entry) => paragraph(entry, style))
  }
  const rows = block.table.map(
    (row) => new TableRow({ children: row.map((cell) => new TableCell({ children: [paragraph(cell)] })) }),
  )
  return [new Table({ rows })]
}
