import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { StoredUpload } from '../../documents/upload-item.ts'
import { unsentWords } from '../../documents/progress-words.ts'
import type { Uploader } from '../../documents/uploader.ts'
import { useUploader } from '../../documents/use-uploader.ts'
import { NEW_REQUEST_DRAFT, type NewRequestForm } from '../common/new-request.ts'

export interface RequestFiles {
  uploader: Uploader
  /** the submission waits for uploads in progress */
  isWaiting: boolean
  /** @returns ids of the completed uploads; an error message if one has failed; null if the dialog was closed meanwhile */
  ready: () => Promise<string[] | string | null>
  /** checks whether the server still has the files */
  check: () => void
}

/** The files of a new request: uploaded at once, stored with the draft, awaited by the submission. */
export function useRequestFiles(form: UseFormReturn<NewRequestForm, unknown, NewRequestForm>): RequestFiles {
  const uploader = useUploader(NEW_REQUEST_DRAFT)
  const [isWaiting, setWaiting] = useState(false)
  const wait = useRef<AbortController>(undefined)
  useEffect(() => () => wait.current?.abort(), [])
  useEffect(() => syncDraftAndUploads(form, uploader), [form, uploader])
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

/** Keeps the draft and the uploader in sync, also when a draft is restored or discarded. @returns stops it */
function syncDraftAndUploads(
  form: UseFormReturn<NewRequestForm, unknown, NewRequestForm>,
  uploader: Uploader,
): () => void {
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
  const uploads = uploader.kept()
  return uploads.length === 0 ? '' : JSON.stringify(uploads)
}

function keptIn(files: string | undefined): StoredUpload[] {
  // Safe: written by `filesOf`.
  return files ? (JSON.parse(files) as StoredUpload[]) : []
}
