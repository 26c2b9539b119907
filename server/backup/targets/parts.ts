import type { Readable } from 'node:stream'

/** The bytes of a stream in parts of `size`; only the last one may be shorter. An empty stream is one empty part. */
export async function* partsOf(content: Readable, size: number): AsyncGenerator<Buffer> {
  let [gathered, length, yielded]: [Buffer[], number, boolean] = [[], 0, false]
  for await (let chunk of content as AsyncIterable<Buffer>) {
    while (length + chunk.length >= size) {
      yield Buffer.concat([...gathered, chunk.subarray(0, size - length)])
      chunk = chunk.subarray(size - length)
      ;[gathered, length, yielded] = [[], 0, true]
    }
    if (chunk.length > 0) gathered.push(chunk)
    length += chunk.length
  }
  if (length > 0 || !yielded) yield Buffer.concat(gathered)
}
