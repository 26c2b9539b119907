import { discardDraft, putBack, type FoundDraft } from './draft-store.ts'
import { toast } from '../ui/toast.ts'

/** One click must not cost a page of text: says that it is gone, with the way to have it back. */
export function offerUndo(discarded: readonly Pick<FoundDraft<unknown>, 'place' | 'value'>[]): void {
  if (discarded.length === 0) return
  toast({
    title: 'Draft discarded',
    links: [{ label: 'Undo', onClick: () => discarded.forEach(({ place, value }) => putBack(place, value)) }],
  })
}

/** For a click on Discard outside of the form itself. */
export function discardWithUndo(...keys: string[]): void {
  offerUndo(keys.map(discardDraft).filter((found) => found !== null))
}
