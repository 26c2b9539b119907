import { PRIORITY_KEYS } from '../../shared/request-rules.ts'

/** The fields whose changes the model knows. */
export const CHANGE_FIELDS = ['status', 'dueDate', 'assignedTo', 'priority', 'department'] as const
export type ChangeField = (typeof CHANGE_FIELDS)[number]

const DAY_MS = 86_400_000
const [COMMA, NEWLINE, ZERO, DASH] = [44, 10, 48, 45]

/**
 * Reads rows that the database has joined into one text: values separated by commas, rows by line breaks. Ids, keys and dates
 * contain neither. Splitting the text into strings would take longer than everything else.
 */
export class PackedReader {
  readonly #text: string
  #at = 0
  /** cached, because most instants are on the same day as the one before */
  #lastDate = 0
  #lastDay = 0

  constructor(text: string) {
    this.#text = text
  }

  hasMore(): boolean {
    return this.#at < this.#text.length
  }

  whole(): number {
    let value = 0
    let code = this.#text.charCodeAt(this.#at++)
    for (; code >= ZERO; code = this.#text.charCodeAt(this.#at++)) value = value * 10 + code - ZERO
    return value
  }

  text(): string {
    const from = this.#at
    let code = this.#text.charCodeAt(this.#at)
    while (code !== COMMA && code !== NEWLINE && this.#at < this.#text.length) code = this.#text.charCodeAt(++this.#at)
    return this.#text.slice(from, this.#at++)
  }

  field(): ChangeField {
    // Guaranteed by the query: it selects no other field.
    return this.text() as ChangeField
  }

  priority(): number {
    const name = this.text()
    return PRIORITY_KEYS.findIndex((key) => key === name)
  }

  /** `YYYY-MM-DD` as the number of days from 1 January 1970. */
  day(): number {
    const day = this.#dayAt(this.#at)
    this.#at += 11
    return day
  }

  /** ISO in UTC with milliseconds, or milliseconds from 1970 as PostgreSQL computes them. */
  instant(): number {
    const from = this.#at
    if (this.#text.charCodeAt(from + 4) !== DASH) return this.whole()
    this.#at += 25
    return this.#dayAt(from) * DAY_MS + this.#timeAt(from + 11)
  }

  #dayAt(from: number): number {
    const [century, year] = [this.#two(from), this.#two(from + 2)]
    const [month, day] = [this.#two(from + 5), this.#two(from + 8)]
    const date = ((century * 100 + year) * 100 + month) * 100 + day
    if (date !== this.#lastDate) {
      this.#lastDate = date
      this.#lastDay = Date.UTC(century * 100 + year, month - 1, day) / DAY_MS
    }
    return this.#lastDay
  }

  #timeAt(at: number): number {
    const minutes = this.#two(at) * 60 + this.#two(at + 3)
    return (minutes * 60 + this.#two(at + 6)) * 1000 + this.#two(at + 9) * 10 + this.#text.charCodeAt(at + 11) - ZERO
  }

  #two(at: number): number {
    return this.#text.charCodeAt(at) * 10 + this.#text.charCodeAt(at + 1) - 11 * ZERO
  }
}
