import type { AnswerPart, AssistantAnswer } from '../../shared/assistant/messages.ts'
import { PRIORITIES, STATUSES } from '../../shared/requests.ts'

/** An answer in the form in which it is graded. Only this file knows the wire format. */
export interface Given {
  /** the sentences */
  text: string
  /** all readable text, tables and links included */
  everything: string
  /** ids of the displayed requests, in order */
  shown: string[]
  /** table rows and chart bars, each with its label and values */
  lines: Line[]
  /** link targets */
  hrefs: string[]
  understood: boolean
  /** offers alternative readings of the question */
  isAskingBack: boolean
  /** words that it reports as ignored */
  leftOut: string[]
}

export interface Line {
  label: string
  /** each with its column heading */
  cells: { column: string; text: string }[]
}

const NUMBER = /RFD-\d{4}-\d{4,}/gi

export function readAnswer(answer: AssistantAnswer): Given {
  const { reading } = answer.message
  const parts = answer.message.parts.filter((part, i, all) => !repeats(part, all[i - 1]))
  const text = plain(answer.response)
  const lines = parts.flatMap(linesOf)
  const hrefs = parts.flatMap(hrefsOf)
  const labels = parts.flatMap((part) => (part.kind === 'links' ? part.links.map(({ label }) => label) : []))
  const captions = parts.flatMap((part) => ('caption' in part ? part.caption : []))
  const sentences = [
    ...captions,
    ...lines.flatMap(({ label, cells }) => [label, ...cells.map((cell) => cell.text)]),
    ...labels,
  ]
  return {
    text,
    everything: plain([text, ...sentences, ...hrefs].join('\n')),
    shown: [...new Set(parts.flatMap(shownIn))],
    lines,
    hrefs,
    understood: answer.understood,
    isAskingBack: (reading?.choices.length ?? 0) > 0,
    leftOut: reading?.leftOut ?? [],
  }
}

/** A chart that repeats the table before it; the page shows them once. */
function repeats(part: AnswerPart, before: AnswerPart | undefined): boolean {
  if (part.kind !== 'bars' || before?.kind !== 'table' || before.columns.length !== 2) return false
  return (
    part.bars.length === before.rows.length && part.bars.every(({ label }, i) => label === before.rows[i]!.cells[0])
  )
}

/** Quotation marks and dashes as typed on a keyboard, so that "1–3" is found as "1-3". */
function plain(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[‐‑‒–]/g, '-')
    .replaceAll('\u00a0', ' ')
}

function linesOf(part: AnswerPart): Line[] {
  switch (part.kind) {
    case 'table':
      return part.rows.map(({ cells: [label = '', ...rest] }) => ({
        label,
        cells: rest.map((text, i) => ({ column: part.columns[i + 1] ?? '', text })),
      }))
    case 'bars':
      return part.bars.map(({ label, value }) => ({ label, cells: [{ column: part.caption, text: String(value) }] }))
    case 'requests':
      return part.requests.map(({ requestId, title, status, priority, dueDate }) => ({
        label: requestId,
        cells: [title, STATUSES[status], PRIORITIES[priority], dueDate].map((text) => ({ column: '', text })),
      }))
    default:
      return []
  }
}

function shownIn(part: AnswerPart): string[] {
  if (part.kind === 'requests') return part.requests.map(({ requestId }) => requestId)
  if (part.kind !== 'table') return []
  return part.rows.flatMap(({ cells }) => cells.join(' ').match(NUMBER) ?? [])
}

function hrefsOf(part: AnswerPart): string[] {
  switch (part.kind) {
    case 'table':
      return part.rows.flatMap(({ href }) => href ?? [])
    case 'bars':
      return part.bars.flatMap(({ href }) => href ?? [])
    case 'requests':
      return part.requests.map(({ requestId }) => `/requests/${requestId}`)
    case 'links':
      return part.links.map(({ href }) => href)
    default:
      return []
  }
}
