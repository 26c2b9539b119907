/** What a made document says, whatever its format. */
export interface Content {
  /** on top of every page */
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

/** Paragraphs with nothing else, for tests that need any document. */
export function plainContent(...paragraphs: readonly string[]): Content {
  return { blocks: paragraphs.map((paragraph) => ({ paragraph })) }
}

/** The mark before an entry of a list. */
export function markOf(list: { numbered?: boolean }, at: number): string {
  return list.numbered ? `${at + 1}.` : '•'
}
