import { messageOf } from '../errors/words.ts'
import { toast } from '../ui/toast.ts'

/** Says that somebody else has saved first; the fields show what. */
export function showChangedMeanwhile(): void {
  const description = 'What you changed is still here, beside what they saved. Save again to keep yours.'
  toast({ title: 'Somebody else has changed these settings', description, tone: 'bad' })
}

/** Says that nothing was saved; typed values stay. */
export function showNotSaved(error: Error): void {
  const description = messageOf(error, 'The settings were not saved. What you typed is still here.')
  toast({ title: 'Error', description, tone: 'bad' })
}
