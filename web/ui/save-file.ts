/** Lifetime of the object URL, enough for the browser to take the file. */
const REVOKE_AFTER_MS = 60_000

/** Downloads a file under its name. The generic type keeps the browser from displaying it, whatever the bytes are. */
export function saveFile(content: Blob | string, name: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}

/** Has the browser download from an address, whose answer names the file. */
export function followDownload(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}

/** Downloads a CSV file. Its byte order mark tells spreadsheets that it is UTF-8. */
export function saveCsv(content: string, name: string): void {
  saveFile(`\ufeff${content}`, name)
}
