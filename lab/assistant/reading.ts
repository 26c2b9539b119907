import type { Given, Line } from './given.ts'
import type { Case } from './verdicts.ts'
import {
  type Duration,
  durationsIn,
  isAbout,
  namesOf,
  numbersAsked,
  isNamed,
  numbersIn,
  type Place,
  placesOf,
  saysNone,
  sentencesOf,
} from './words.ts'

/**
 * Whether the count is given in the right place: in the first sentence with a number that the question did not contain. One
 * part of several may be anywhere.
 */
export function countIn({ given, questions, isPart }: Case, value: number): boolean {
  const asked = numbersAsked(questions)
  const isNew = (number: number) => !asked.has(number)
  const sentences = sentencesOf(given.text)
  const first = sentences.find((sentence) => numbersIn(sentence).some(isNew) || saysNone(sentence))
  const scope = isPart ? given.text : (first ?? given.text)
  const numbers = numbersIn(scope)
  const news = numbers.filter(isNew)
  if (value === 0 && saysNone(scope)) return isPart || !news.some((number) => number > 0)
  return news.includes(value) || (asked.has(value) && numbers.includes(value) && (isPart || news.length === 0))
}

/** A number as an exact duration, so that counts and days are compared alike. */
function exactly(number: number): Duration {
  return { days: number, slack: 0 }
}

export function hasValue(values: readonly Duration[], value: number): boolean {
  if (Number.isNaN(value)) return values.length === 0
  return values.some((one) => isAbout(one, value))
}

/**
 * The values that an answer associates with each of several names: next to them in tables and charts, otherwise after them in
 * the sentences, otherwise before them.
 */
export function associatedValues(given: Given, names: readonly string[][], isDays: boolean): Duration[][] {
  const inLines = names.map((name) => given.lines.flatMap((line) => valuesBeside(line, name, isDays)))
  if (inLines.every((values) => values.length > 0)) return inLines
  const read = (text: string) => (isDays ? durationsIn(text) : numbersIn(text).map(exactly))
  const { after, before } = piecesOf(given.text, names)
  const following = after.map(read)
  const preceding = before.map(read)
  const inText =
    following.filter(({ length }) => length > 0).length >= preceding.filter(({ length }) => length > 0).length
  return (inText ? following : preceding).map((values, i) => (inLines[i]!.length > 0 ? inLines[i]! : values))
}

/** The values of a line with this label, or in the column with this name. */
function valuesBeside({ label, cells }: Line, name: readonly string[], isDays: boolean): Duration[] {
  const isLabelled = isNamed(label, name)
  const named = cells.filter(({ column }) => isLabelled || isNamed(column, name))
  return named.flatMap(({ column, text }) => {
    if (!isDays) return numbersIn(text).map(exactly)
    const bare = /day|time|duration/i.test(column) ? numbersIn(text).map((days) => ({ days, slack: 0.6 })) : []
    return [...durationsIn(text), ...bare]
  })
}

/** The values associated with several names by the sentences alone, in both readings: after each name, and before it. */
export function valuesInSentences(given: Given, names: readonly string[][], isDays: boolean): Duration[][][] {
  const { after, before } = piecesOf(given.text, names)
  return [after, before].map((pieces) =>
    pieces.map((text) => (isDays ? durationsIn(text) : numbersIn(text).map(exactly))),
  )
}

/** The text between each name and the next one, and between it and the previous one. */
function piecesOf(text: string, names: readonly string[][]): { after: string[]; before: string[] } {
  const places = names.map((name) => placesOf(text, name))
  const all = places.flat()
  const next = (place: Place) =>
    Math.min(text.length, ...all.map(({ from }) => from).filter((from) => from >= place.to))
  const last = (place: Place) => Math.max(0, ...all.map(({ to }) => to).filter((to) => to <= place.from))
  return {
    after: places.map((own) => own.map((place) => text.slice(place.to, next(place))).join('\n')),
    before: places.map((own) => own.map((place) => text.slice(last(place), place.from)).join('\n')),
  }
}

/** The groups that an answer names first: in its sentences if they name enough, otherwise in order of its table or chart. */
export function firstNamed(given: Given, known: readonly string[], count: number): string[] {
  const inText = known
    .map((group) => ({ group, at: placesOf(given.text, namesOf(group))[0]?.from ?? Infinity }))
    .filter(({ at }) => at < Infinity)
    .sort((a, b) => a.at - b.at)
    .map(({ group }) => group)
  if (inText.length >= count) return inText
  const inLines = given.lines.flatMap(({ label }) => known.find((group) => isNamed(label, namesOf(group))) ?? [])
  return inLines.length > inText.length ? inLines : inText
}

/** Number series: each column of the tables and charts, and the sentences. */
export function seriesIn({ lines, text }: Given): number[][] {
  const columns = Math.max(0, ...lines.map(({ cells }) => cells.length))
  const down = Array.from({ length: columns }, (_, i) =>
    lines.flatMap(({ cells }) => numbersIn(cells[i]?.text ?? '').slice(0, 1)),
  )
  return [...down, numbersIn(text)]
}
