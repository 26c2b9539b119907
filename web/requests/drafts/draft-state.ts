import { useEffect, useRef } from 'react'
import { DraftSaver, type Saved } from './draft-saver.ts'

/** What a form shows about its draft, and how it removes it. */
export interface DraftState {
  /** True while the form holds a text that was restored and not yet discarded or saved. */
  restored: boolean
  /** The text has been changed, and saved as a draft, since it was restored. */
  isChanged: boolean
  savedAt: number | null
  /** False if the browser refused to store the text: it exists in this window only. */
  isPersisted: boolean
  /** Removes the draft and empties the form; a toast offers Undo. */
  discard: () => void
  /** Removes the draft, because its text was saved on the server or given up. */
  clear: () => void
}

/** Where the draft is saved, and whether the form itself has saved it. */
export interface Shown extends Saved {
  isChanged?: boolean
}

export const unchanged = (saved: Shown | null) => saved && { ...saved, isChanged: false }

export function asShown(saved: Shown | null): Pick<DraftState, 'savedAt' | 'isPersisted' | 'isChanged'> {
  const { savedAt = null, isPersisted = true, isChanged = false } = saved ?? {}
  return { savedAt, isPersisted, isChanged }
}

export function useDraftSaver<T>(
  key: string,
  onSaved: (saved: Shown) => void,
  onGone: () => void,
  onReturn: (value: T) => void,
) {
  const saver = useRef<DraftSaver<T>>(undefined)
  useEffect(() => {
    const mine = new DraftSaver<T>(key, {
      onSaved: (saved) => onSaved({ ...saved, isChanged: true }),
      onGone,
      onReturn,
    })
    saver.current = mine
    return () => mine.stop()
  }, [key, onSaved, onGone, onReturn])
  return saver
}
