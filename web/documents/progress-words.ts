import type { UploadItem } from './file-upload.ts'

const count = (number: number) => `${number} ${number === 1 ? 'file' : 'files'}`

/** What is announced of the files: how many have arrived, and each that has not and why. It changes with their states only. */
export function progressWords(items: readonly UploadItem[]): string {
  if (items.length === 0) return ''
  const whole = items.filter(({ state }) => state === 'done').length
  const underWay = items.filter(({ state }) => ['queued', 'sending', 'finishing', 'waiting'].includes(state)).length
  const notes = items.flatMap(({ name, note }) => (note === null ? [] : [`${name}: ${note}`]))
  const said =
    underWay > 0 ? `Uploading ${count(underWay)}, ${whole} uploaded.` : whole > 0 ? `${count(whole)} uploaded.` : ''
  return [said, ...notes].join(' ').trim()
}
