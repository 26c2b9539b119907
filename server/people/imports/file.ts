import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'
import { pipeline } from 'node:stream/promises'
import { CsvError, type Info, parse } from 'csv-parse'
import { areHeadings, guessColumns } from '../../../shared/import-columns.ts'
import { IMPORT_FIELDS, IMPORT_LIMITS } from '../../../shared/people-import.ts'
import { fold } from '../../../shared/fold.ts'
import { isStorable } from '../../../shared/text-rules.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

/** A line of the file: where it begins, counted from 1, and its cells. */
export interface FileLine {
  line: number
  cells: string[]
}
export interface PeopleFile {
  headings: string[]
  lines: FileLine[]
}

const DELIMITERS = [',', ';', '\t', '|']
/** Bytes parsed in one turn of the event loop. */
const PIECE = 32 * 1024

/**
 * Reads a CSV file: separated by commas, semicolons, tabs or bars, as spreadsheets in different countries write them, or by
 * what a first line such as `sep=;` says. Other calls are served in between.
 * @throws AppError `bad-input` naming the line, for a file that cannot be read
 */
export async function readPeopleFile(csv: string): Promise<PeopleFile> {
  if (!isStorable(csv)) throw refusal('This is no text file.')
  const [head, ...lines] = fromHeadings(await recordsIn(csv))
  if (!head) throw refusal('This file is empty.')
  if (head.cells.length > IMPORT_LIMITS.columns)
    throw refusal(`This file has ${head.cells.length} columns. At most ${IMPORT_LIMITS.columns} can be read.`)
  if (lines.length === 0) throw refusal('This file has only one line: it names the columns, but no people follow.')
  if (lines.length > IMPORT_LIMITS.people) {
    const most = formatNumber(IMPORT_LIMITS.people)
    throw refusal(`This file has more than ${most} people, which is the most for one import. Split it.`)
  }
  checkHeadings(head)
  return { headings: head.cells, lines }
}

/** Lines above the headings in which a title may stand. */
const TITLE_LINES = 5

/** Without the title, date or remark that an export may have above its headings. */
function fromHeadings(records: FileLine[]): FileLine[] {
  const index = records.slice(0, TITLE_LINES + 1).findIndex(({ cells }) => areHeadings(cells))
  return index > 0 ? records.slice(index) : records
}

export function refusal(message: string, code: 'bad-input' | 'file-too-large' = 'bad-input'): AppError {
  return fieldError(code, 'file', message)
}

async function recordsIn(csv: string): Promise<FileLine[]> {
  const { text, delimiter, before } = withoutSeparatorLine(csv)
  const records: FileLine[] = []
  const parser = parse({
    delimiter: delimiter ?? delimiterOf(text),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // The headings and one person above the limit: that is enough to refuse a longer file.
    to: IMPORT_LIMITS.people + 2,
  })
  try {
    await pipeline(piecesOf(text), parser, async (parsed: AsyncIterable<{ record: string[]; info: Info }>) => {
      for await (const { record, info } of parsed) {
        const breaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
        records.push({ line: info.lines + before - breaks, cells: record.map((cell) => cell.trim()) })
      }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refusal(`Line ${(await openLine(text, delimiter ?? delimiterOf(text))) + before}: ${QUOTE_PROBLEM}`)
  }
  return records
}

/** Quotation marks or lines looked at in one turn of the event loop: a fraction of a millisecond. */
const SIGNS_PER_YIELD = 5000
const QUOTE_PROBLEM = 'a quotation mark is open or out of place. Inside a quoted cell, write it twice.'

/** In bytes, so that no character is cut apart. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let i = 0; i < bytes.length; i += PIECE) {
    await yieldFairly()
    yield bytes.subarray(i, i + PIECE)
  }
}

/** Excel writes the separator into a first line of its own, and repeats it there for each column when it saves the file again. */
function withoutSeparatorLine(csv: string): { text: string; delimiter: string | null; before: number } {
  const match = /^"?sep *= *(.)"?(?:\1|[^\S\r\n\t])*(\r\n|\r|\n|$)/i.exec(csv)
  if (!match) return { text: csv, delimiter: null, before: 0 }
  return { text: csv.slice(match[0].length), delimiter: match[1]!, before: 1 }
}

/** The one that makes a line of headings; else the most frequent one outside of quotes in the first line. */
function delimiterOf(text: string): string {
  const lines = text
    .split(/\r\n|\r|\n/, 4 * TITLE_LINES)
    .filter((line) => line.trim() !== '')
    .slice(0, TITLE_LINES + 1)
  const makesHeadings = (mark: string) => lines.some((line) => areHeadings(line.replaceAll('"', '').split(mark)))
  const fitting = DELIMITERS.find(makesHeadings)
  if (fitting !== undefined) return fitting
  const bare = (lines[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((mark) => [mark, bare.split(mark).length] as const)
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** The line in which the quotation mark at fault stands: the parser only knows where it noticed. */
async function openLine(text: string, delimiter: string): Promise<number> {
  const isEdge = (sign: string | undefined) => sign === undefined || sign === delimiter || /[\r\n]/.test(sign)
  let opened: number | null = null
  let quotes = 0
  for (let i = text.indexOf('"'); i >= 0; i = text.indexOf('"', i + 1)) {
    if (++quotes % SIGNS_PER_YIELD === 0) await yieldFairly()
    if (opened === null) {
      if (!isEdge(text[i - 1])) return lineOf(text, i)
      opened = i
    } else if (text[i + 1] === '"') i++
    else if (isEdge(text[i + 1])) opened = null
    else return lineOf(text, opened)
  }
  return lineOf(text, opened ?? text.length)
}

async function lineOf(text: string, place: number): Promise<number> {
  let line = 1
  for (const { index } of text.matchAll(/\r\n|\r|\n/g)) {
    if (index >= place) break
    if (++line % SIGNS_PER_YIELD === 0) await yieldFairly()
  }
  return line
}

/** Equal headings are only refused where they leave open which column is meant. */
function checkHeadings({ line, cells }: FileLine): void {
  const guessed = guessColumns(cells)
  for (const field of IMPORT_FIELDS) {
    const at = guessed[field]
    if (at === null) continue
    const same = cells.findIndex((heading, i) => i > at && fold(heading) === fold(cells[at]!))
    if (same < 0) continue
    const places = `columns ${at + 1} and ${same + 1}`
    throw refusal(`Line ${line}: ${places} have the same heading, “${cells[at]}”. Rename or remove one of them.`)
  }
}
