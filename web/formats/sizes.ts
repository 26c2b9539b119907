const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** `512 bytes`, `4.0 kB`, `15 MB`: thousands, as disks are sold. */
export function sizeInWords(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1000 ** step
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`
}
