import { IntlMessageFormat } from 'intl-messageformat'
import { ENGLISH, language, type Language } from './language.ts'
import type { TagsIn, ValuesOf } from './values.ts'

type Value = string | number | Text
type Nothing = Record<string, never>

/** A text that is said later, when the language of its reader is known: for constants, errors and what is stored. */
export interface Text<Needs = Nothing> {
  readonly english: string
  readonly values?: Readonly<Record<string, Value>>
  /** Exists for the types only: the values that are still needed. */
  readonly needs?: (values: Needs) => void
}

/** A text must stand in the code as it is, so that `npm run texts` finds it. */
export type Literal<T extends string> = T & (string extends T ? never : unknown)
type Rest<Needs> = Nothing extends Needs ? [] : [values: Needs]

/** `text('{name} has left')` needs a name when it is said; `text('{name} has left', { name })` has it. */
export function text<const T extends string>(english: Literal<T>): Text<ValuesOf<T, Text>>
export function text<const T extends string>(english: Literal<T>, values: ValuesOf<T, Text>): Text
export function text(english: string, values?: Record<string, Value>): Text {
  return values ? { english, values } : { english }
}

/** A table of texts. Each is said when it is read, so a constant may hold the table, but none of its texts. */
export function texts<const T extends Record<string, string>>(english: T): { readonly [Key in keyof T]: string } {
  const getters = Object.entries(english).map(
    ([key, value]) => [key, { enumerable: true, get: () => format(language(), value) }] as const,
  )
  // Safe: the keys are those of the table, and each is read as a string.
  return Object.defineProperties({}, Object.fromEntries(getters)) as { readonly [Key in keyof T]: string }
}

/** Two tables of texts as one, whose texts are said when they are read, too. */
export function joinTexts<One extends object, Other extends object>(one: One, other: Other): One & Other {
  const getters = { ...Object.getOwnPropertyDescriptors(one), ...Object.getOwnPropertyDescriptors(other) }
  // Safe: it has the keys of both.
  return Object.defineProperties({}, getters) as One & Other
}

/** A text in the language of its reader: `say('Move {name} to {status}', { name, status })`. */
export function say<Needs>(text: Text<Needs>, ...values: Rest<Needs>): string
export function say<const T extends string>(text: Literal<T>, ...values: Rest<ValuesOf<T, Text>>): string
export function say(text: string | Text, values?: Record<string, Value>): string {
  return sayIn(language(), text, values)
}

/** A text for the log, whoever caused it. */
export function sayInEnglish(text: Text): string {
  return sayIn(ENGLISH, text)
}

function sayIn(language: Language, text: string | Text, values?: Record<string, Value>): string {
  if (typeof text === 'string') return format(language, text, values)
  return format(language, text.english, { ...text.values, ...values })
}

function format(language: Language, english: string, values: Record<string, Value> = {}): string {
  const said = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? sayIn(language, value) : value,
  ])
  return String(formatterOf(language, english, false).format(Object.fromEntries(said)))
}

/** The values of a text with parts: any node for a name, and for a tag what makes a node of its content. */
export type PartsOf<T extends string, Node> = ValuesOf<T, Node> & Record<TagsIn<T>, (content: Node[]) => Node>

/** A text in pieces, for a page that shows some of them otherwise: `sayParts('By <b>{name}</b>', { name, b })`. */
export function sayParts<Node, const T extends string>(text: Literal<T>, values: PartsOf<T, Node>): (string | Node)[] {
  // Safe: the types of this function ask for exactly what the text needs.
  const parts = formatterOf(language(), text, true).format<Node>(
    values as Record<string, unknown> as Record<string, Node>,
  )
  return Array.isArray(parts) ? parts : [parts]
}

/** Reading a text costs a hundred times as much as formatting it. There are as many as the code has, in each language. */
const formatters = new Map<string, IntlMessageFormat>()

function formatterOf({ locale, translate }: Language, english: string, hasTags: boolean): IntlMessageFormat {
  const translated = translate(english)
  const key = `${locale} ${String(hasTags)} ${translated}`
  let formatter = formatters.get(key)
  if (!formatter) {
    formatter = new IntlMessageFormat(translated, locale, undefined, { ignoreTag: !hasTags })
    formatters.set(key, formatter)
  }
  return formatter
}
