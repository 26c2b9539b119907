import { findDates } from '../facts/dates.ts'
import type { DateBase } from '../facts/due-date.ts'
import type { Flow } from '../flow.ts'
import type { Span } from '../sentences.ts'

/** Closing formula above a name at the end of a letter, alone on its line. */
const CLOSING =
  /^[ \t]*(?:yours\b.{0,30}|(?:(?:with )?(?:kind|best|warm|many) )*(?:regards|wishes)|respectfully(?: yours)?|sincerely|faithfully|cheers|cordially|(?:bien )?cordialement|.{0,120}\bsalutations\b.{0,30}|وتفضلوا.{0,60}|مع التحية.{0,30})[,.!]?[ \t]*$/gimu
/** The same formula followed by the name, where the lines were joined. */
const CLOSED_BY =
  /^[ \t]*(?:yours (?:faithfully|sincerely|truly)|(?:(?:with )?(?:kind|best|warm|many) )*(?:regards|wishes)|respectfully|sincerely|cheers|cordialement)[,.!]?[ \t]+(?=\p{Lu})/gimu
/** A person who is said to sign or to write. */
const NAMED =
  /^[ \t]*(?:signed(?: by)?|signature|from|author|secretary|rapporteur|signé(?: par)?|de)[ \t]?:?[ \t]+(?=\p{Lu})/gimu
const NAME_LINE = /^(?:[^\S\n]*\n){0,3}[^\S\n]*(\p{Lu}[^\n]{1,60})(?:\n[^\S\n]*(\p{Lu}[^\n.]{2,60}))?/u

/** The names that a document is signed with, each with the line below; if there are none, the sender that it names. */
export function signaturesIn(flow: Flow): Span[] {
  const closed = [...flow.text.matchAll(CLOSING)].flatMap(({ index, 0: closing }) => {
    const after = index + closing.length
    const rest = flow.text.slice(after + 1, after + 200)
    const name = NAME_LINE.exec(rest)
    if (!name) return []
    const from = after + 1 + rest.indexOf(name[1]!)
    return [{ start: from, end: after + 1 + name.index + name[0].trimEnd().length }]
  })
  const joined = [...flow.text.matchAll(CLOSED_BY)].map((match) => restOfLine(flow, match))
  if (closed.length + joined.length > 0) return [...closed, ...joined]
  return [...flow.text.matchAll(NAMED)].slice(0, 5).map((match) => restOfLine(flow, match))
}

function restOfLine(flow: Flow, { index, 0: lead }: RegExpExecArray): Span {
  const end = flow.text.indexOf('\n', index + lead.length)
  return { start: index, end: end < 0 ? flow.text.length : end }
}

/** The document date is looked up only within the beginning. UTF-16 units. */
const BEGINNING = 2500

/** The line that contains the document date. */
export function dateLineOf(flow: Flow, base: DateBase): (Span & { value: string })[] {
  const dates = findDates(flow.text.slice(0, BEGINNING), base.writtenOn, base.monthFirst)
  const own = dates.find(({ value }) => value === base.writtenOn)
  if (!own) return []
  const start = flow.text.lastIndexOf('\n', own.start) + 1
  const end = flow.text.indexOf('\n', own.end)
  return [{ start, end: end < 0 ? flow.text.length : end, value: base.writtenOn }]
}
