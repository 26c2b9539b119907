import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { KeptUpload } from '../../documents/file-upload.ts'
import { unsentWords } from '../../documents/progress-words.ts'
import type { Uploader } from '../../documents/uploader.ts'
import { useUploader } from '../../documents/use-uploader.ts'
import { NEW_REQUEST_DRAFT, type NewRequestForm } from '../../vocabulary/new-request.ts'

export interface RequestFiles {
  uploader: Uploader
  /** the submission waits for files on their way */
  isWaiting: boolean
  /** @returns the whole uploads; a sentence when one has failed; null when the dialog was closed meanwhile */
  ready: () => Promise<string[] | string | null>
  /** asks whether the files are still there */
  check: () => void
}

/** The files of a new request: on their way at once, kept with the draft, awaited by the submission. */
export function useRequestFiles(form: UseFormReturn<NewRequestForm, unknown, NewRequestForm>): RequestFiles {
  const uploader = useUploader(NEW_REQUEST_DRAFT)
  const [isWaiting, setWaiting] = useState(false)
  const wait = useRef<AbortController>(undefined)
  useEffect(() => () => wait.current?.abort(), [])
  useEffect(() => keepTogether(form, uploader), [form, uploader])
  const ready = async () => {
    const off = (wait.current = new AbortController())
    setWaiting(true)
    await uploader.settled(off.signal)
    if (off.signal.aborted) return null
    setWaiting(false)
    const items = uploader.items.get()
    return unsentWords(items) ?? items.flatMap(({ id }) => id ?? [])
  }
  return { uploader, isWaiting, ready, check: useCallback(() => uploader.check(), [uploader]) }
}

/** The draft has what the uploader has, and the uploader what a restored or discarded draft says. @returns stops it */
function keepTogether(form: UseFormReturn<NewRequestForm, unknown, NewRequestForm>, uploader: Uploader): () => void {
  form.register('files')
  const take = (files: string | undefined) => {
    if ((files ?? '') !== filesOf(uploader)) uploader.syncTo(keptIn(files))
  }
  const stopForm = form.subscribe({ formState: { values: true }, callback: ({ values }) => take(values.files) })
  const stopUploads = uploader.items.subscribe(() => {
    const files = filesOf(uploader)
    if (files !== (form.getValues('files') ?? '')) form.setValue('files', files, { shouldDirty: true })
  })
  take(form.getValues('files'))
  return () => {
    stopForm()
    stopUploads()
  }
}

function filesOf(uploader: Uploader): string {
  const kept = uploader.kept()
  return kept.length === 0 ? '' : JSON.stringify(kept)
}

function keptIn(files: string | undefined): KeptUpload[] {
  // Written by `filesOf`.
  return files ? (JSON.parse(files) as KeptUpload[]) : []
}
