/** The browser takes the file within this time. */
const KEPT_MS = 60_000

/** Hands a file to the browser, which stores it under its name and shows nothing of it, whatever the bytes are. */
export function saveFile(content: Blob | string, name: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
