/** The shapes of what the engine reads from a document. Offsets are UTF-16 units in the text of one page. */

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
  /** `YYYY-MM-DD`; null when the text has none */
  dueDate: string | null
  place: Place
  /** the words at `place` */
  passage: string
  /** the heading it stands under, such as "4. Licence balances"; null without one */
  section: string | null
  /** calibrated probability that a person makes a request of it */
  confidence: number
}

export type FactKind = 'date' | 'person' | 'amount' | 'legal-reference'
export interface Fact {
  kind: FactKind
  /** as it stands in the text */
  text: string
  /** in a form that can be compared: a date as `YYYY-MM-DD`, an amount as number and currency; null where there is none */
  value: string | null
  place: Place
}

export interface DocumentReading {
  proposals: Proposal[]
  /** the sentences that say most, in the order of the document */
  summary: { text: string; place: Place }[]
  facts: Fact[]
  /** text that reads like an order to a machine; shown and marked, never followed */
  orders: Place[]
}
