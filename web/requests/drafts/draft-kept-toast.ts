import { useEffect } from 'react'
import { dismissToastsAbout, toast } from '../../ui/toast.ts'
import { discardWithUndo } from './discard.ts'
import { say } from '../../../shared/texts/say.ts'

interface DraftToast {
  title: string
  description: string
  /** reopens the form with the text */
  reopen: { label: string; onClick: () => void }
  /** further clean-up when the text is discarded */
  onDiscard?: () => void
}

/**
 * Shows a toast that the text of a closed form is kept as a draft.
 * @param keys of its drafts, the form's own first
 */
export function toastDraftKept(
  keys: [string, ...string[]],
  { title, description, reopen, onDiscard }: DraftToast,
): void {
  toast({
    about: keys[0],
    title,
    description,
    links: [
      reopen,
      {
        label: say('Discard'),
        onClick: () => {
          discardWithUndo(...keys)
          onDiscard?.()
        },
      },
    ],
  })
}

/** Dismisses that toast once the form is open again. */
export function useDismissDraftToast(key: string): void {
  useEffect(() => dismissToastsAbout(key), [key])
}
