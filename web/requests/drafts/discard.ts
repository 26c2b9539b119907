import { discardDraft, type FoundDraft } from './draft-store.ts'
import { forgetDiscarded, storeDiscarded, restoreDraft } from './discarded-drafts.ts'
import { toast } from '../../ui/toast.ts'
import { say } from '../../../shared/texts/say.ts'

/** One click must not lose a page of text: a toast reports the discard and offers Undo. */
export function offerUndo(discarded: readonly Pick<FoundDraft<unknown>, 'storageKey' | 'value'>[]): void {
  if (discarded.length === 0) return
  for (const { storageKey, value } of discarded) storeDiscarded(storageKey, value)
  toast({
    title: say('Draft discarded'),
    links: [{ label: say('Undo'), onClick: () => discarded.forEach(restore) }],
  })
}

function restore({ storageKey, value }: Pick<FoundDraft<unknown>, 'storageKey' | 'value'>): void {
  restoreDraft(storageKey, value)
  forgetDiscarded(storageKey)
}

/** For a click on Discard outside of the form itself. */
export function discardWithUndo(...keys: string[]): void {
  offerUndo(keys.map(discardDraft).filter((draft) => draft !== null))
}
