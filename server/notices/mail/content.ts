import { oneLine } from '../../../shared/text.ts'

/** What a mail says. `render` makes text and HTML of it; texts of people are one line each. */
export interface MailContent {
  subject: string
  paragraphs: readonly string[]
  items?: readonly MailItem[]
  /** what the reader can do, where the office has an address for links */
  action?: MailLink
  /** small print */
  footer?: readonly (string | MailLink)[]
}

export interface MailItem {
  title: string
  lines: readonly string[]
  /** beginning of a text that somebody wrote */
  quote?: string | undefined
  url?: string | undefined
}

export interface MailLink {
  label: string
  url: string
}

const MAX_SUBJECT = 150
const MAX_LINE = 500

/** A text of people on one line of a mail: no line ends, control characters or changes of direction, and not endless. */
export function mailLine(text: string, most = MAX_LINE): string {
  const shown = [...oneLine(text.toWellFormed())]
  return shown.length > most ? `${shown.slice(0, most - 1).join('')}…` : shown.join('')
}

export function mailSubject(text: string): string {
  return mailLine(text, MAX_SUBJECT)
}
