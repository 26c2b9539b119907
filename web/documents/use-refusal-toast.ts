import { useEffect, useRef } from 'react'
import { count } from '../ui/count.ts'
import { toast } from '../ui/toast.ts'
import type { UploadItem } from './upload-item.ts'

/** Names files that were just refused in a toast: the list of files may be scrolled out of view. */
export function useRefusalToast(items: readonly UploadItem[]): void {
  const failed = items.filter(({ state }) => state === 'failed')
  const known = useRef(new Set(failed.map(({ key }) => key)))
  useEffect(() => {
    const news = failed.filter(({ key }) => !known.current.has(key))
    known.current = new Set(failed.map(({ key }) => key))
    if (news.length > 0) toast({ tone: 'bad', ...refusalText(news) })
  })
}

function refusalText(files: readonly UploadItem[]): { title: string; description: string } {
  const [first] = files
  if (first && files.length === 1) return { title: `${first.name} was not attached`, description: first.note ?? '' }
  const notes = files.map(({ name, note }) => `${name}: ${note ?? ''}`)
  return { title: `${count(files.length)} files were not attached`, description: notes.slice(0, 3).join(' ') }
}
