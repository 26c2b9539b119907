import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { useStore } from './store.ts'
import { dismissToast, TOAST_DISPLAY_MS, toasts, type ToastEntry } from './toast.ts'
import { toastContainer } from './toast-container.ts'
import { placeToasts } from './toast-place.ts'

const SWIPE_PX = 50
/** How often the page is polled for controls that have come under the toasts. */
const POLL_INTERVAL_MS = 250

/**
 * Shows the toasts at the top right. F8 moves the focus to them; hovering or focusing them pauses their timers.
 * The announced copy stays at the end of the page in a live region, which modal dialogs leave audible.
 */
export function Toaster() {
  const entries = useStore(toasts)
  const list = useRef<HTMLOListElement>(null)
  const [paused, setPaused] = useState(false)
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
  useLayoutEffect(() => {
    const box = list.current
    if (!box || paused || !entries.some((entry) => entry.open)) return
    let place = placeToasts(box)
    const timer = setInterval(() => (place = placeToasts(box, place)), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [entries, paused])
  // A toast removed under the pointer or with the focus fires neither `pointerleave` nor `blur`.
  if (paused && open.length === 0) setPaused(false)
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
        <section aria-label="Notifications (F8)" tabIndex={-1}>
          <div
            role="presentation"
            onPointerEnter={() => setPaused(true)}
            onPointerLeave={() => setPaused(false)}
            // A press must not move the focus: the pressed button is removed a moment later.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setPaused(true)}
            onBlur={() => setPaused(false)}
          >
            <ol ref={list} className="toasts" tabIndex={-1}>
              {open.map((entry) => (
                <Toast key={entry.id} entry={entry} paused={paused} onDismiss={() => dismiss(entry.id)} />
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

function Toast({ entry, paused, onDismiss }: { entry: ToastEntry; paused: boolean; onDismiss: () => void }) {
  const { id, title, description, tone = 'plain', links } = entry
  const left = useRef(TOAST_DISPLAY_MS)
  const [swipe, setSwipe] = useState<{ from: number; by: number } | null>(null)

  useEffect(() => {
    if (paused) return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - since))
    }
  }, [id, paused])

  const isControl = (event: PointerEvent) => event.target instanceof Element && event.target.closest('button') !== null
  return (
    <li
      className={classes(
        'toast',
        tone === 'plain' && 'plain',
        tone === 'good' && 'tone-green',
        tone === 'bad' && 'tone-red',
      )}
      data-swiping={swipe !== null}
      style={swipe ? { translate: `${Math.max(0, swipe.by)}px 0` } : {}}
    >
      {/* Swipe and Escape only repeat what the button does. */}
      <div
        role="presentation"
        onPointerDown={(event) => {
          if (event.button === 0 && !isControl(event)) setSwipe({ from: event.clientX, by: 0 })
        }}
        onPointerMove={(event) => {
          if (!swipe) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setSwipe({ ...swipe, by: event.clientX - swipe.from })
        }}
        onPointerUp={() => {
          if (swipe && swipe.by >= SWIPE_PX) onDismiss()
          setSwipe(null)
        }}
        onPointerCancel={() => setSwipe(null)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDismiss()
        }}
      >
        <span className="hit" />
        {tone !== 'plain' && <Icon of={tone === 'good' ? CircleCheck : CircleAlert} />}
        <b>{title}</b>
        <button type="button" className="dismiss" aria-label={`Dismiss: ${title}`} onClick={onDismiss}>
          <Icon of={X} size="s" />
        </button>
        {description && <p>{description}</p>}
        {links && links.length > 0 && (
          <span className="links">
            {links.slice(0, 2).map((link) => (
              <button
                key={link.label}
                type="button"
                className="link-button"
                onClick={() => {
                  onDismiss()
                  link.onClick()
                }}
              >
                {link.label}
              </button>
            ))}
          </span>
        )}
      </div>
    </li>
  )
}
