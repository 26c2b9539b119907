import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from './store.ts'
import { dismissToast, toasts } from './toast.ts'
import { toastContainer } from './toast-container.ts'
import { watchToasts } from './toast-gestures.ts'
import { Toast } from './Toast.tsx'
import { say } from '../../shared/texts/say.ts'

/**
 * Shows the toasts at the top right. F8 moves the focus to them; hovering or focusing them pauses their timers.
 * The announced copy stays at the end of the page in a live region, which modal dialogs leave audible.
 */
export function Toaster() {
  const entries = useStore(toasts)
  const list = useRef<HTMLOListElement>(null)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  /** The element focused before F8, which gets the focus back when the last toast is dismissed. */
  const before = useRef<Element | null>(null)

  useEffect(() => {
    const focusList = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.ctrlKey || event.altKey || event.metaKey) return
      if (!list.current?.contains(document.activeElement)) before.current = document.activeElement
      list.current?.focus()
    }
    document.addEventListener('keydown', focusList)
    return () => document.removeEventListener('keydown', focusList)
  }, [])

  const open = entries.filter((entry) => entry.open)
  const isEmpty = open.length === 0
  useEffect(() => {
    if (isEmpty) return
    return watchToasts({ onHover: setHovered, onSwipe: (toast) => dismissToast(Number(toast.dataset.toast)) })
  }, [isEmpty])
  // A toast removed under the pointer or with the focus fires neither `mousemove` nor `blur`.
  if (isEmpty && isHovered) setHovered(false)
  if (isEmpty && isFocused) setFocused(false)
  const dismiss = (id: number) => {
    if (list.current?.contains(document.activeElement)) {
      if (open.length > 1) list.current.focus()
      else if (before.current instanceof HTMLElement) before.current.focus()
    }
    dismissToast(id)
  }
  return (
    <>
      {createPortal(
        <section aria-label={say('Notifications (F8)')} tabIndex={-1}>
          <div
            role="presentation"
            // A press must not move the focus: the pressed button is removed a moment later.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          >
            <ol ref={list} className="toasts" tabIndex={-1}>
              {open.map((entry) => (
                <Toast
                  key={entry.id}
                  entry={entry}
                  paused={isHovered || isFocused}
                  onDismiss={() => dismiss(entry.id)}
                />
              ))}
            </ol>
          </div>
        </section>,
        toastContainer(),
      )}
      {createPortal(
        <div className="visually-hidden" role="status" aria-live="polite" aria-relevant="additions">
          {open.toReversed().map((entry) => (
            <p key={entry.id}>{[entry.title, entry.description].filter(Boolean).join('. ')}</p>
          ))}
        </div>,
        document.body,
      )}
    </>
  )
}
