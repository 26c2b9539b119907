import { messageOf } from '../errors/words.ts'
import { toast } from '../ui/toast.ts'

/** Says that nothing was saved; typed values stay. */
export function showNotSaved(error: Error): void {
  const description = messageOf(error, 'The settings were not saved. What you typed is still here.')
  toast({ title: 'Error', description, tone: 'bad' })
}
