import { parseArgs } from 'node:util'
import { isCalendarDate } from '../../shared/text.ts'

export interface Wanted {
  requests: number
  seed: number
  /** the office is generated as of the beginning of this day, `YYYY-MM-DD` */
  today: string
  replace: boolean
}

export const USAGE = `Fills the database of DATA_DIR, or the one behind DATABASE_URL, with a large office for benchmarks.

  npm run seed -- --requests 100000 [--seed 1] [--today 2026-03-31] [--replace]

  --requests  how many, from 1 to 5,000,000
  --seed      another whole number gives another office; the same one always the same
  --today     tell it as of this day instead of today
  --replace   throw away what the database holds; without it only an empty one is filled`

/** @throws Error with a one-line message for the command line */
export function readArguments(args: string[], today: string): Wanted {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string' },
      seed: { type: 'string', default: '1' },
      today: { type: 'string', default: today },
      replace: { type: 'boolean', default: false },
    },
  })
  if (!isCalendarDate(values.today)) throw new Error(`--today must be a date like 2026-03-31, not "${values.today}".`)
  return {
    requests: wholeNumber('--requests', values.requests ?? '', 1, 5_000_000),
    seed: wholeNumber('--seed', values.seed, 0, 2 ** 31 - 1),
    today: values.today,
    replace: values.replace,
  }
}

function wholeNumber(name: string, text: string, from: number, to: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN
  if (number >= from && number <= to) return number
  throw new Error(`${name} must be a whole number from ${from} to ${to}, not "${text}".`)
}
