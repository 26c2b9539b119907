/** More than any contract needs: a batch's decisions are objects in an array in an object. */
const MAX_DEPTH = 8
/** Values per body. A hundred decisions have about five hundred, and no contract accepts more. */
const MAX_VALUES = 2000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Whether a body is too deep or has too many values for any call. Scans only brackets, commas and quotes, so it costs a
 * fraction of parsing; whether it is valid JSON is left to the parser.
 */
export function isTooComplex(body: Buffer): boolean {
  let depth = 0
  let values = 1
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!
    if (byte === QUOTE) {
      i = endOfString(body, i)
      if (i === -1) return false
    } else if (byte === COMMA) {
      if (++values > MAX_VALUES) return true
    } else if (OPENING.has(byte)) {
      if (++depth > MAX_DEPTH || ++values > MAX_VALUES) return true
    } else if (CLOSING.has(byte)) depth--
  }
  return false
}

/** The end of the string that starts at `from`; -1 if unterminated. */
function endOfString(body: Buffer, from: number): number {
  for (let end = body.indexOf(QUOTE, from + 1); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let slashes = 0
    while (body[end - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return -1
}
