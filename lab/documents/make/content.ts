/** The content of a generated document, independent of its format. */
export interface Content {
  /** at the top of every page */
  header?: string
  /** at the foot of every page; `{page}` stands for its number */
  footer?: string
  /** written from right to left */
  rightToLeft?: boolean
  blocks: readonly Block[]
}

export type Block =
  | { heading: string; level?: 1 | 2 | 3 }
  | { paragraph: string }
  | { list: readonly string[]; numbered?: boolean }
  /** the first row is the head */
  | { table: readonly (readonly string[])[] }
  | { pageBreak: true }

/** Plain paragraphs, for tests that need any document. */
export function plainContent(...paragraphs: readonly string[]): Content {
  return { blocks: paragraphs.map((paragraph) => ({ paragraph })) }
}

/** The bullet or number of a list item. */
export function markOf(list: { numbered?: boolean }, at: number): string {
  return list.numbered ? `${at + 1}.` : '•'
}
