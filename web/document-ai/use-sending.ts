import { useState } from 'react'
import { ApiError } from '../client/api.ts'
import { startReadings } from './api.ts'
import { sendFile } from './send-file.ts'

export interface SentFile {
  key: number
  name: string
  /** from 0 to 1 */
  share: number
  error: string | null
  file: File
  abort: AbortController
}

function messageFor(error: unknown): string {
  return error instanceof ApiError ? error.sentence : error instanceof Error ? error.message : 'It could not be sent.'
}

let nextKey = 1

/** Sends files one after the other and has each read as soon as it has arrived; what failed stays to be tried again. */
export function useSending(onRead: () => void) {
  const [files, setFiles] = useState<readonly SentFile[]>([])
  const change = (key: number, by: Partial<SentFile>) =>
    setFiles((now) => now.map((one) => (one.key === key ? { ...one, ...by } : one)))
  const remove = (key: number) => setFiles((now) => now.filter((one) => one.key !== key))
  const send = async ({ key, file, abort }: SentFile) => {
    try {
      const onProgress = (share: number) => change(key, { share })
      const uploadId = await sendFile(file, { onProgress, signal: abort.signal })
      await startReadings({ uploadIds: [uploadId] }, {})
      remove(key)
      onRead()
    } catch (error) {
      if (abort.signal.aborted) remove(key)
      else change(key, { error: messageFor(error) })
    }
  }
  return {
    files,
    add: async (chosen: readonly File[]) => {
      const added = chosen.map((file): SentFile => {
        const abort = new AbortController()
        return { key: nextKey++, name: file.name, share: 0, error: null, file, abort }
      })
      setFiles((now) => [...now, ...added])
      for (const one of added) if (!one.abort.signal.aborted) await send(one)
    },
    cancel: ({ key, abort, error }: SentFile) => {
      abort.abort()
      if (error !== null) remove(key)
    },
    retry: (one: SentFile) => {
      change(one.key, { error: null, share: 0 })
      void send(one)
    },
  }
}
