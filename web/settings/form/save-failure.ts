import { messageOf } from '../../ui/errors/words.ts'
import { toast } from '../../ui/toast.ts'

/**
 * Says that another save came first; the fields show what it stored.
 * @param isOwn settings of one person: they have changed them themselves, elsewhere
 */
export function showRemoteChange(isOwn: boolean): void {
  const [title, saved] = isOwn
    ? ['These settings were changed in another window or from a mail', 'what was saved there']
    : ['Somebody else has changed these settings', 'what they saved']
  const description = `What you changed is still here, beside ${saved}. Save again to keep yours.`
  toast({ title, description, tone: 'bad' })
}

/** Says that nothing was saved; typed values stay. */
export function showNotSaved(error: Error): void {
  const description = messageOf(error, 'The settings were not saved. What you typed is still here.')
  toast({ title: 'Error', description, tone: 'bad' })
}
