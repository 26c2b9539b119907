import { useEffect, useRef, useState } from 'react'
import { PasswordMissing, PdfFile } from './pdf-file.ts'
import type { PdfThreads } from './pdf-thread.ts'

type PdfState =
  | { kind: 'reading' }
  /** waiting for a password; `tries` were wrong */
  | { kind: 'asking'; tries: number }
  /** no password was given */
  | { kind: 'locked' }
  | { kind: 'damaged' }
  | { kind: 'open'; file: PdfFile }

/** Opens a PDF, and closes it when it is no longer shown. A password is passed to the reader and not stored. */
export function usePdfFile(content: Blob, threads: PdfThreads) {
  const [state, setState] = useState<PdfState>({ kind: 'reading' })
  const answer = useRef<(password: string | null) => void>(() => {})
  useEffect(() => {
    const stop = new AbortController()
    let tries = 0
    const ask = (isWrong: boolean) => {
      if (isWrong) tries++
      const given = Promise.withResolvers<string | null>()
      answer.current = given.resolve
      if (!stop.signal.aborted) setState({ kind: 'asking', tries })
      return given.promise
    }
    const open = async () => {
      const file = await PdfFile.open(content, { threads, askPassword: ask, signal: stop.signal })
      if (!stop.signal.aborted) setState({ kind: 'open', file })
    }
    open().catch((error: unknown) => {
      if (!stop.signal.aborted) setState({ kind: error instanceof PasswordMissing ? 'locked' : 'damaged' })
    })
    return () => stop.abort()
  }, [content, threads])
  return { state, enter: (password: string | null) => answer.current(password) }
}
