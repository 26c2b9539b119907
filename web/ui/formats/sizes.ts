const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** `512 bytes`, `4.0 kB`, `412 kB`, `15 MB`: in powers of 1,024, as the upload limits are. */
export function sizeInWords(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const value = bytes / 1024 ** step
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`
}
