import type { Flow } from '../flow.ts'
import type { Fact, FactKind } from '../reading.ts'
import { amountsIn } from './amounts.ts'
import { findDates, westernDigits } from './dates.ts'
import { legalReferencesIn } from './legal-references.ts'
import { peopleIn } from './people.ts'

/** A match in a text, not yet mapped to a place on a page. */
export interface Finding {
  start: number
  end: number
  value: string | null
}

/** Per page. */
const MAX_PER_KIND = 500

/** Dates, people, amounts and legal references of one page, in text order. */
export function factsOfPage(flow: Flow, page: number, base: { writtenOn: string; monthFirst: boolean }): Fact[] {
  const start = flow.startOf(page)
  const text = westernDigits(flow.text.slice(start, start + flow.pages[page]!.text.length))
  const kinds: [FactKind, Finding[]][] = [
    [
      'date',
      findDates(text, base.writtenOn, base.monthFirst).map((date) => ({
        ...date,
        value: date.value ?? monthValue(date.month!),
      })),
    ],
    ['person', peopleIn(text)],
    ['amount', amountsIn(text)],
    ['legal-reference', legalReferencesIn(text)],
  ]
  return kinds
    .flatMap(([kind, findings]) =>
      findings.slice(0, MAX_PER_KIND).map(({ start: from, end, value }): Fact => {
        const place = flow.placeOf(start + from, start + end)
        return { kind, text: flow.wordsAt(place), value, place }
      }),
    )
    .sort((a, b) => a.place.start - b.place.start)
}

function monthValue({ year, month }: { year: number; month: number }): string {
  return `${year}-${String(month).padStart(2, '0')}`
}
