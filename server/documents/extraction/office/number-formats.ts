import { format, getFormatFromId, isDateFormat } from 'numfmt'
import type { Archive } from './archive.ts'
import { readXml } from './xml.ts'

const GENERAL = 'General'
/** The longest format that Excel accepts. */
const MAX_FORMAT_LENGTH = 255
/** Built-in formats that Excel shows as the reader's computer writes dates: ours has no order that could be misread. */
const DATES_OF_THE_READER = new Map([
  [14, 'yyyy-mm-dd'],
  [22, 'yyyy-mm-dd hh:mm'],
])
/** Of East Asia: dates and times in the order of the reader's language. */
const isOfTheReader = (id: number) =>
  (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58
/** Days from the beginning of the calendar that old Excel for Mac counts from. */
const DAYS_TO_1904 = 1462
const DAYS_TO_1970 = 25_569
const DAY_MS = 86_400_000
/** Hours, minutes or seconds that count on beyond a day. */
const DURATION = /\[(?:h+|m+|s+)\]/i

/** How the numbers of a workbook are shown: dates, amounts, shares and the like. */
export class NumberFormats {
  readonly #formats: string[]
  readonly #isFrom1904: boolean

  private constructor(formats: string[], isFrom1904: boolean) {
    this.#formats = formats
    this.#isFrom1904 = isFrom1904
  }

  static async read(archive: Archive): Promise<NumberFormats> {
    let isFrom1904 = false
    const workbook = archive.names().find((name) => /^xl\/workbook\d*\.xml$/.test(name)) ?? ''
    await readXml(archive, workbook, {
      open(name, { date1904 = '' }) {
        if (name === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true'
      },
      close() {},
    })
    return new NumberFormats(await readFormats(archive), isFrom1904)
  }

  /**
   * A number as its cell shows it.
   * @param style the cell's index in the styles of the workbook
   */
  shown(value: string, style: number): string {
    return this.#format(value, Number(value), style)
  }

  /** A date that the file has as such a text as `2027-03-31T09:45:00`. */
  shownDate(value: string, style: number): string {
    const days = Date.parse(value.replace(/(T[\d:.]+)$/, '$1Z')) / DAY_MS + DAYS_TO_1970
    return this.#format(value, days - (this.#isFrom1904 ? DAYS_TO_1904 : 0), style)
  }

  #format(value: string, number: number, style: number): string {
    if (value.trim() === '' || !Number.isFinite(number)) return value
    const pattern = this.#formats[style] ?? GENERAL
    try {
      const isShifted = this.#isFrom1904 && isDateFormat(pattern) && !DURATION.test(pattern)
      return format(pattern, isShifted ? number + DAYS_TO_1904 : number)
    } catch {
      // A format of another program, which Excel would not accept.
      return value
    }
  }
}

/** The format of each style of cells, in order. */
async function readFormats(archive: Archive): Promise<string[]> {
  const own = new Map<number, string>()
  const styles: number[] = []
  let part = ''
  await readXml(archive, 'xl/styles.xml', {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmts' || name === 'cellXfs') part = name
      else if (name === 'numFmt' && part === 'numFmts') own.set(Number(numFmtId), formatCode)
      else if (name === 'xf' && part === 'cellXfs') styles.push(Number(numFmtId))
    },
    close(name) {
      if (name === part) part = ''
    },
  })
  return styles.map((id) => {
    const pattern =
      own.get(id) ?? DATES_OF_THE_READER.get(isOfTheReader(id) ? 14 : id) ?? getFormatFromId(id) ?? GENERAL
    return pattern.length <= MAX_FORMAT_LENGTH ? pattern : GENERAL
  })
}
