const KILO = 1024

/** "412 kB", "3.4 MB", of 1,024 each as the limits of uploads are: a file of 10.0 MB is one that may be uploaded. */
export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} kB`
  return `${(bytes / KILO / KILO).toFixed(1)} MB`
}
