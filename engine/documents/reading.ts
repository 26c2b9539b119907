/** The result types of reading a document. Offsets are UTF-16 units in the text of one page. */

export interface Page {
  /** as printed, from 1 */
  number: number
  text: string
}

export interface Place {
  page: number
  start: number
  end: number
}

/** A request that a passage of the document asks for. */
export interface Proposal {
  title: string
  description: string
  /** a key of the office's departments */
  department: string
  priority: 'low' | 'medium' | 'high' | 'critical'
  /** `YYYY-MM-DD`; null if the text has none */
  dueDate: string | null
  place: Place
  /** the words at `place` */
  passage: string
  /** the heading of its section, such as "4. Licence balances"; null without one */
  section: string | null
  /** calibrated probability that a person turns it into a request */
  confidence: number
}

export type FactKind = 'date' | 'person' | 'amount' | 'legal-reference'
export interface Fact {
  kind: FactKind
  /** verbatim */
  text: string
  /** normalised for comparison: a date as `YYYY-MM-DD`, an amount as number and currency; null if there is none */
  value: string | null
  place: Place
}

export interface DocumentReading {
  proposals: Proposal[]
  /** the most important sentences, in document order */
  summary: { text: string; place: Place }[]
  facts: Fact[]
  /** text that reads like an instruction to a machine; displayed and marked, never followed */
  promptInjections: Place[]
}
