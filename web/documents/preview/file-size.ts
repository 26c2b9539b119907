const KILO = 1000

/** "412 kB", "3.4 MB": decimal units, as file managers show them. */
export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} kB`
  return `${(bytes / KILO / KILO).toFixed(1)} MB`
}
