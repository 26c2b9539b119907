import type { UploadItem } from './upload-item.ts'

const count = (number: number) => `${number} ${number === 1 ? 'file' : 'files'}`

/** Why the files cannot be used yet; null when all of them have arrived. A refused file cannot be retried. */
export function unsentWords(items: readonly UploadItem[]): string | null {
  const left = items.filter(({ state }) => state !== 'done')
  if (left.length === 0) return null
  const [files, them] = left.length === 1 ? ['One file', 'it'] : [`${left.length} files`, 'them']
  if (left.every(({ state, canRetry }) => state === 'failed' && !canRetry))
    return `${files} cannot be attached. Remove ${them} to continue.`
  return `${files} ${left.length === 1 ? 'has' : 'have'} not arrived. Try again or remove ${them}.`
}

/** Text of the live region: how many files have arrived, and why others have not. It changes with their states only. */
export function progressWords(items: readonly UploadItem[]): string {
  if (items.length === 0) return ''
  const whole = items.filter(({ state }) => state === 'done').length
  const underWay = items.filter(({ state }) => ['queued', 'sending', 'finishing', 'waiting'].includes(state)).length
  const notes = items.flatMap(({ name, note }) => (note === null ? [] : [`${name}: ${note}`]))
  const sentence =
    underWay > 0 ? `Uploading ${count(underWay)}, ${whole} uploaded.` : whole > 0 ? `${count(whole)} uploaded.` : ''
  return [sentence, ...notes].join(' ').trim()
}
