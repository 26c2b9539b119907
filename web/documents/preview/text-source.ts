/** The text that a view shows, page by page; offsets of hits are UTF-16 code units in it. */
export interface TextSource {
  pageCount: number
  /** @param page from 1 */
  textOf: (page: number) => string | Promise<string>
}

/** A range of a page's text. */
export interface PageRange {
  page: number
  start: number
  end: number
}
