import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { dismissToast, TOAST_DISPLAY_MS, type ToastEntry } from './toast.ts'

const SWIPE_PX = 50

export function Toast({ entry, paused, onDismiss }: { entry: ToastEntry; paused: boolean; onDismiss: () => void }) {
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
