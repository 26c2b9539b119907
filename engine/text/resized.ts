/**
 * The same values in an array of this length, longer or shorter. The memory of the old array, which becomes unusable, is freed
 * at once; left to the garbage collector, the arrays that an index outgrows would stay for minutes.
 */
export function resized<T extends Uint32Array | Uint8Array | Int8Array>(array: T, length: number): T {
  const wanted = array.buffer as ArrayBuffer
  const buffer = wanted.transfer(length * array.BYTES_PER_ELEMENT)
  return new (array.constructor as new (buffer: ArrayBuffer) => T)(buffer)
}
