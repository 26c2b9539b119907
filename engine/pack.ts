/**
 * Serialises a model: its plain parts as JSON, followed by its typed arrays as they are in memory (little-endian).
 * Layout: 4 bytes length of the JSON, the JSON, padding to 8, the arrays each padded to 8.
 */
const KINDS = { Float32Array, Float64Array, Uint32Array, Int32Array, Uint8Array } as const
type Kind = keyof typeof KINDS
interface Place {
  $array: Kind
  at: number
  length: number
}

export function pack(model: unknown): Uint8Array {
  const arrays: { at: number; bytes: Uint8Array }[] = []
  let size = 0
  const json = JSON.stringify(model, (_key, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value
    const kind = value.constructor.name as Kind
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    const place: Place = { $array: kind, at: size, length: value.byteLength / KINDS[kind].BYTES_PER_ELEMENT }
    arrays.push({ at: size, bytes })
    size += padded(bytes.length)
    return place
  })
  const head = new TextEncoder().encode(json)
  const start = padded(4 + head.length)
  const out = new Uint8Array(start + size)
  new DataView(out.buffer).setUint32(0, head.length, true)
  out.set(head, 4)
  for (const { at, bytes } of arrays) out.set(bytes, start + at)
  return out
}

/** @throws Error when the bytes are not a packed model or are truncated */
export function unpack(bytes: Uint8Array): unknown {
  // A copy with offset 0: views of 8-byte numbers must be aligned.
  const own = bytes.slice()
  if (own.length < 4) throw new Error('not a model: too short')
  const length = new DataView(own.buffer).getUint32(0, true)
  if (length > own.length - 4) throw new Error('not a model: cut off')
  const start = padded(4 + length)
  return JSON.parse(new TextDecoder().decode(own.subarray(4, 4 + length)), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$array' in value)) return value
    const { $array, at, length: count } = value as Place
    const Kind = KINDS[$array]
    if (start + at + count * Kind.BYTES_PER_ELEMENT > own.length) throw new Error('not a model: cut off')
    return new Kind(own.buffer, start + at, count)
  })
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8
}
