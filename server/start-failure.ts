import { ConfigError } from './config.ts'
import { AppError } from './errors.ts'

export function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const at = `${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}`
  if (code === 'EADDRINUSE') return `${at} is in use by another program. Stop it, or choose another PORT.`
  if (code === 'EACCES') return `${at} cannot be used by this account. Choose a PORT above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${at} is not an address of this machine. Check HOST.`
  return error instanceof Error ? error.message : String(error)
}
