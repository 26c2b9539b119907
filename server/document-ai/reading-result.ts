import type { DocumentReading, Page, Place } from '../../engine/documents/reading.ts'
import type { ReadingResult } from '../../shared/document-ai.ts'

const MAX_SENTENCE_LENGTH = 600
const MAX_FACTS = 400
const MAX_ORDERS = 100
const MAX_SENTENCES = 12

/** The text at a place; undefined where the document has no such page. */
export function textAt(pages: Page[], { page, start, end }: Place): string | undefined {
  return pages.find(({ number }) => number === page)?.text.slice(start, end)
}

export function resultOf({ summary, facts, promptInjections: orders }: DocumentReading, pages: Page[]): ReadingResult {
  const withText = (place: Place) => ({ text: within(MAX_SENTENCE_LENGTH, textAt(pages, place) ?? ''), place })
  return {
    summary: summary
      .slice(0, MAX_SENTENCES)
      .map(({ text, place }) => ({ text: within(MAX_SENTENCE_LENGTH, text), place })),
    facts: facts
      .slice(0, MAX_FACTS)
      .map(({ kind, text, value, place }) => ({ kind, text: within(MAX_SENTENCE_LENGTH, text), value, place })),
    orders: orders.slice(0, MAX_ORDERS).map(withText),
  }
}

export function within(maxLength: number, text: string): string {
  return text.length <= maxLength
    ? text
    : `${text
        .slice(0, maxLength - 2)
        .toWellFormed()
        .trimEnd()} …`
}
