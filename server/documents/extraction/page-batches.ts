/** Groups adjacent pages into batches of at most `maxLength` characters; a longer page is a batch of its own. */
export function pageBatches<P extends { text: string }>(pages: Iterable<P>, maxLength: number): P[][] {
  const batches: P[][] = []
  let length = Infinity
  for (const page of pages) {
    if (length + page.text.length > maxLength) {
      batches.push([])
      length = 0
    }
    batches.at(-1)!.push(page)
    length += page.text.length
  }
  return batches
}
