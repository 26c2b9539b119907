/** Groups adjacent pages into batches of at most `most` characters; a longer page is a batch of its own. */
export function pageBatches<P extends { text: string }>(pages: Iterable<P>, most: number): P[][] {
  const batches: P[][] = []
  let length = Infinity
  for (const page of pages) {
    if (length + page.text.length > most) {
      batches.push([])
      length = 0
    }
    batches.at(-1)!.push(page)
    length += page.text.length
  }
  return batches
}
