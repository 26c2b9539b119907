import type { ByteRange } from '../platform/files/file-store.ts'

/**
 * The single range of a Range header. Multiple or invalid ranges are ignored: the whole file is always a valid answer
 * (RFC 9110, 14.2).
 * @returns `unsatisfiable` for a range beyond the end
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? 'unsatisfiable' : { from, to }
}
