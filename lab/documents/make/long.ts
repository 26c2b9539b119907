import type { Block, Content } from './content.ts'

const FILLERS = [
  'The terminal handled more containers than in any month before, and two thirds of them were released within a day.',
  'Traders must keep their records for five years and shall produce them on demand.',
  'The third crane was delivered in February and has been tested by the labour inspectorate.',
  'Officers described the procedure in interviews; the answers are summarized in the annex.',
  'Waiting times at the northern gate fell from 31 to 19 hours over the period.',
]
const WANTED = [
  'a field for the seal number on the transit form',
  'a monthly extract of re-exports by chapter',
  'a reminder before a licence expires',
  'a filter for refrigerated goods in the yard list',
  'a second approver for refunds above the limit',
]

/** A report of the given length with an ask on every sixtieth page. */
export function longContent(pages: number): Content {
  const blocks: Block[] = []
  for (let page = 1; page <= pages; page++) {
    if (page > 1) blocks.push({ pageBreak: true })
    blocks.push({ heading: `Section ${page}` })
    for (let i = 0; i < 8; i++) {
      blocks.push({ paragraph: [0, 1, 2].map((next) => FILLERS[(page + i + next) % FILLERS.length]).join(' ') })
    }
    if (page % 60 === 30) blocks.push({ paragraph: `We request ${WANTED[Math.floor(page / 60) % WANTED.length]!}.` })
  }
  return { header: 'Annual report', footer: 'Page {page}', blocks }
}
