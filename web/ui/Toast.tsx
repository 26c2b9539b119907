import { useEffect, useRef } from 'react'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { dismissToast, TOAST_DISPLAY_MS, type ToastEntry } from './toast.ts'
import { say } from '../../shared/texts/say.ts'

export function Toast({ entry, paused, onDismiss }: { entry: ToastEntry; paused: boolean; onDismiss: () => void }) {
  const { id, title, description, tone = 'plain', links } = entry
  const left = useRef(TOAST_DISPLAY_MS)

  useEffect(() => {
    if (paused) return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - since))
    }
  }, [id, paused])

  return (
    <li
      className={classes(
        'toast',
        tone === 'plain' && 'plain',
        tone === 'good' && 'tone-green',
        tone === 'bad' && 'tone-red',
      )}
      data-toast={id}
    >
      {/* Escape only repeats what the button does. */}
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDismiss()
        }}
      >
        {tone !== 'plain' && <Icon of={tone === 'good' ? CircleCheck : CircleAlert} />}
        <b>{title}</b>
        <button type="button" className="dismiss" aria-label={say('Dismiss: {title}', { title })} onClick={onDismiss}>
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
