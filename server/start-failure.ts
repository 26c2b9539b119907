/** The one line that a failed start prints. */
export function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  const at = `${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}`
  if (code === 'EADDRINUSE') return `${at} is in use by another program. Stop it, or choose another PORT.`
  if (code === 'EACCES' && 'path' in error) {
    return `This account may not use ${String(error.path)}. Check its permissions.`
  }
  if (code === 'EACCES') return `${at} cannot be used by this account. Choose a PORT above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${at} is not an address of this machine. Check HOST.`
  return error.message
}
