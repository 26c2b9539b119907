import { useEffect } from 'react'
import { dismissToastsAbout, toast } from '../ui/toast.ts'
import { discardWithUndo } from './discard.ts'

interface Kept {
  title: string
  description: string
  /** the way back to the text */
  goOn: { label: string; onClick: () => void }
  /** what else goes with the text */
  onDiscard?: () => void
}

/**
 * Says of a form that was closed that its text is kept.
 * @param keys of its drafts, the form's own first
 */
export function sayKept(keys: [string, ...string[]], { title, description, goOn, onDiscard }: Kept): void {
  toast({
    about: keys[0],
    title,
    description,
    links: [
      goOn,
      {
        label: 'Discard',
        onClick: () => {
          discardWithUndo(...keys)
          onDiscard?.()
        },
      },
    ],
  })
}

/** Once the form is open again, nothing says any more that its text is kept. */
export function useNoLongerSaidKept(key: string): void {
  useEffect(() => dismissToastsAbout(key), [key])
}
