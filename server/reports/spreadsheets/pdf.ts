import type { Readable } from 'node:stream'
import { shortInstant } from '../../../shared/instants.ts'
import { say } from '../../../shared/texts/say.ts'
import { type Block, MAX_TAGGED_ROWS } from '../pdf/blocks.ts'
import { writePdf } from '../pdf/document.ts'
import { type Cell, clockIn, type TableOptions } from './table.ts'

/** A table as PDF for reading and printing: its title, filters, number of rows, and all rows. */
export function writePdfTable(chunks: AsyncIterable<Cell[][]>, options: TableOptions): Readable {
  const { timeZone, about = nothingOf(options) } = options
  return writePdf(blocksOf(chunks, { ...options, about }), {
    office: about.office,
    subject: say('Export'),
    title: about.title,
    asOf: say('As of {at} ({timeZone})', { at: shortInstant(about.at, timeZone), timeZone }),
    createdAt: about.at,
    isLandscape: true,
    isTagged: about.rows <= MAX_TAGGED_ROWS,
  })
}

function nothingOf({ name }: TableOptions): Required<TableOptions>['about'] {
  return { office: '', title: name, at: new Date().toISOString(), facts: [], rows: 0 }
}

async function* blocksOf(
  chunks: AsyncIterable<Cell[][]>,
  { columns, timeZone, about }: Required<TableOptions>,
): AsyncGenerator<Block> {
  yield { kind: 'title', text: about.title }
  const rows = say('{rows, plural, one {# row} other {# rows}}', { rows: about.rows })
  const facts = about.facts.map(({ label, value }) => `${label}: ${value}`)
  yield { kind: 'text', isSoft: true, text: [rows, ...facts].join(' · ') }
  yield {
    kind: 'table',
    caption: about.title,
    // The head of each page names the time zone.
    columns: columns.map(({ label, share, kind, isLong }) => ({
      label,
      share,
      isNumber: kind === 'number',
      isBelow: isLong,
    })),
  }
  const clock = clockIn(timeZone)
  const shown = (cell: Cell, at: number) => (cell !== null && columns[at]?.kind === 'instant' ? clock(cell) : cell)
  for await (const some of chunks) yield { kind: 'rows', rows: some.map((row) => row.map(shown)) }
}
