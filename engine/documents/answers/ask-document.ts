import { UnitReader, type Unit } from '../requirements/units.ts'
import { blocksOf } from '../blocks.ts'
import { baseOf, type DateBase, dateInCell, dueDateOf } from '../facts/due-date.ts'
import { factsOfPage } from '../facts/facts.ts'
import { Flow, inOneLine } from '../flow.ts'
import { linesOf } from '../lines.ts'
import { isPromptInjection } from '../prompt-injection.ts'
import { readDocument, type ReadingContext } from '../read-document.ts'
import type { FactKind, Page, Place } from '../reading.ts'
import { mentions, rankByTopic } from './rank.ts'
import { dateLineOf, signaturesIn } from './signatures.ts'

/** The kind of answer wanted from a document; `topic`: passages about a subject. */
export type DocumentIntent = 'asks' | 'topic' | 'deadlines' | 'signature' | 'date' | 'summary' | FactKind

export interface DocumentQuestion {
  intent: DocumentIntent
  /** what the passages must be about; empty for all passages */
  topic: string
}

/** A passage that answers, quoted verbatim. */
export interface Quotation {
  text: string
  place: Place
  /** the date, amount or name found in the passage; null if the whole passage is the answer */
  detail: string | null
  /** reads like an instruction to a machine: it is only displayed */
  isInjection: boolean
  /** 0 … 1: how well it fits the topic; 1 without a topic, 0 where no passage has a word of it */
  fit: number
}

/** More are of no use to a reader: the answer says that there are more. */
const MAX_QUOTATIONS = 50
const MAX_QUOTATION_LENGTH = 600

/**
 * The passages of a document that answer a question: asks and facts in document order, passages about a topic best first. Pure;
 * text that reads like an instruction to a machine is an ordinary passage, but marked.
 */
export function askDocument(
  pages: readonly Page[],
  { intent, topic }: DocumentQuestion,
  context: ReadingContext,
): Quotation[] {
  if (intent === 'asks') return about(topic, findRequirementsIn(pages, context))
  const flow = new Flow(pages)
  const base = baseOf(flow.text, context)
  if (intent === 'signature') return signaturesIn(flow).map((stretch) => quotationOf(flow, stretch))
  if (intent === 'date') return dateLineOf(flow, base).map(({ value, ...stretch }) => quotationOf(flow, stretch, value))
  const units = unitsOf(flow)
  if (intent === 'topic') return topicIn(flow, units, topic)
  if (intent === 'summary') return summaryOf(pages, context)
  if (intent === 'deadlines') return about(topic, deadlinesIn(flow, units, base))
  return about(topic, factsIn(flow, units, intent, base))
}

function unitsOf(flow: Flow): Unit[] {
  const reader = new UnitReader(flow)
  return blocksOf(linesOf(flow)).flatMap((block) => reader.read(block))
}

function quotationOf(
  flow: Flow,
  { start, end, isInjection }: { start: number; end: number; isInjection?: boolean },
  detail: string | null = null,
): Quotation {
  const place = flow.placeOf(start, end)
  const text = inOneLine(flow.wordsAt(place))
  const shown =
    text.length > MAX_QUOTATION_LENGTH ? `${text.slice(0, MAX_QUOTATION_LENGTH).toWellFormed().trimEnd()} …` : text
  return { text: shown, place, detail, isInjection: isInjection ?? isPromptInjection(text), fit: 1 }
}

function findRequirementsIn(pages: readonly Page[], context: ReadingContext): Quotation[] {
  return readDocument(pages, context).proposals.map(({ passage, place, dueDate }) => ({
    text: inOneLine(passage),
    place,
    detail: dueDate,
    isInjection: false,
    fit: 1,
  }))
}

function summaryOf(pages: readonly Page[], context: ReadingContext): Quotation[] {
  const { summary } = readDocument(pages, context)
  return summary.map(({ text, place }) => ({ text, place, detail: null, isInjection: false, fit: 1 }))
}

function topicIn(flow: Flow, units: readonly Unit[], topic: string): Quotation[] {
  const ranked = rankByTopic(
    units.map(({ text, section, lead }) => ({ text, around: `${section ?? ''} ${lead ?? ''}` })),
    topic,
  )
  return ranked.slice(0, MAX_QUOTATIONS).map(({ at, fit }) => ({ ...quotationOf(flow, units[at]!), fit }))
}

function deadlinesIn(flow: Flow, units: readonly Unit[], base: DateBase): Quotation[] {
  return units.flatMap((unit) => {
    const due = (unit.dueCell && dateInCell(unit.dueCell, base)) ?? dueDateOf(unit.text, base)
    return due === null || unit.isInjection ? [] : [quotationOf(flow, unit, due)]
  })
}

/** The sentences that contain a date, an amount, a name or a reference, each with the values found. */
function factsIn(flow: Flow, units: readonly Unit[], kind: FactKind, base: DateBase): Quotation[] {
  const facts = new Map<
    Unit | string,
    { stretch: { start: number; end: number; isInjection?: boolean }; values: string[] }
  >()
  for (const [page, { number }] of flow.pages.entries()) {
    for (const fact of factsOfPage(flow, page, base).filter((one) => one.kind === kind)) {
      const start = flow.startOf(page) + fact.place.start
      const end = flow.startOf(page) + fact.place.end
      // A fact outside every sentence, as in a heading or a letterhead, is quoted alone.
      const unit = units.find((one) => one.start <= start && end <= one.end)
      const key = unit ?? `${number} ${start}`
      const known = facts.get(key) ?? { stretch: unit ?? { start, end }, values: [] }
      known.values.push(inOneLine(fact.text))
      facts.set(key, known)
    }
  }
  return [...facts.values()].map(({ stretch, values }) => quotationOf(flow, stretch, [...new Set(values)].join(', ')))
}

/** Filters by topic. If nothing fits it, returns all: with a fit of 0 if none has a word of it. */
function about(topic: string, quotations: readonly Quotation[]): Quotation[] {
  const fitting = rankByTopic(
    quotations.map(({ text }) => ({ text, around: '' })),
    topic,
  )
  if (fitting.length > 0) return fitting.slice(0, MAX_QUOTATIONS).map(({ at, fit }) => ({ ...quotations[at]!, fit }))
  const isNamed = quotations.some(({ text }) => mentions(text, topic))
  return quotations.slice(0, MAX_QUOTATIONS).map((quotation) => ({ ...quotation, fit: isNamed ? 1 : 0 }))
}
