/** Number of lines at either end of a page that may be its header or footer. */
const CHECKED_LINES = 3
const MIN_PAGES = 3

/** Separates headers and footers that most pages repeat from the text by an empty line; they stay in place. */
export function separateRunningHeads(pages: readonly string[]): string[] {
  const lines = pages.map((page) => page.split('\n'))
  const filled = lines.filter((page) => page.some((line) => line !== ''))
  if (filled.length < MIN_PAGES) return [...pages]
  const heads = repeated(filled.map((page) => page.slice(0, CHECKED_LINES)))
  const feet = repeated(filled.map((page) => page.slice(-CHECKED_LINES)))
  return lines.map((page) => {
    const head = lastRepeated(page.slice(0, CHECKED_LINES), heads) + 1
    const foot = lastRepeated(page.slice(head).slice(-CHECKED_LINES).toReversed(), feet) + 1
    const body = page.slice(head, page.length - foot)
    const parts = [page.slice(0, head), body, page.slice(page.length - foot)]
    return parts
      .map((part) => part.join('\n').replace(/^\n+|\n+$/g, ''))
      .filter((part) => part !== '')
      .join('\n\n')
  })
}

/** Lines that at least half of the pages have, ignoring differing numbers. */
function repeated(ends: string[][]): Set<string> {
  const counts = new Map<string, number>()
  for (const end of ends) for (const line of new Set(end.map(key))) counts.set(line, (counts.get(line) ?? 0) + 1)
  return new Set(
    [...counts].filter(([line, n]) => line !== '' && n >= Math.max(MIN_PAGES, ends.length / 2)).map(([line]) => line),
  )
}

function lastRepeated(lines: string[], known: Set<string>): number {
  // Stops at the first line of the text itself.
  const other = lines.findIndex((line) => line !== '' && !known.has(key(line)))
  const own = other < 0 ? lines : lines.slice(0, other)
  return own.findLastIndex((line) => line !== '')
}

function key(line: string): string {
  return line.replace(/\d+/g, '0').trim()
}
