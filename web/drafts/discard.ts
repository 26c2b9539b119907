import { discardDraft, forgetDiscarded, keepDiscarded, putBack, type FoundDraft } from './draft-store.ts'
import { toast } from '../ui/toast.ts'

/** One click must not lose a page of text: a toast reports the discard and offers Undo. */
export function offerUndo(discarded: readonly Pick<FoundDraft<unknown>, 'place' | 'value'>[]): void {
  if (discarded.length === 0) return
  for (const { place, value } of discarded) keepDiscarded(place, value)
  toast({
    title: 'Draft discarded',
    links: [{ label: 'Undo', onClick: () => discarded.forEach(takeBack) }],
  })
}

function takeBack({ place, value }: Pick<FoundDraft<unknown>, 'place' | 'value'>): void {
  putBack(place, value)
  forgetDiscarded(place)
}

/** For a click on Discard outside of the form itself. */
export function discardWithUndo(...keys: string[]): void {
  offerUndo(keys.map(discardDraft).filter((found) => found !== null))
}
