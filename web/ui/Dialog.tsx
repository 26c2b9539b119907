import { useLayoutEffect, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { Dialog as Radix } from 'radix-ui'
import { X } from 'lucide-react'
import { coverPage, focusOpener } from './after-dialog.ts'
import { IconButton } from './IconButton.tsx'
import { useScrollLock } from './scroll-lock.ts'
import { keepTooltipsClosed } from './quiet-focus.ts'
import { moveToastsInto } from './toast-container.ts'
import { toastAt } from './toast-gestures.ts'
import { say } from '../../shared/texts/say.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Before the close button, above the title: number, badges. */
  top?: ReactNode
  /** Icon buttons beside the close button. */
  actions?: ReactNode
  /** Below the title, still in the head: the record grid. */
  under?: ReactNode
  /** The body: a `DialogBody`, or `Tabs` with a `DialogBody` inside. Rendered between head and foot. */
  children: ReactNode
  footer?: ReactNode
  width?: number
  /** Element focused on opening; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A modal dialog. Escape, the close button and a click beside it close it; the focus returns to where it was. */
export function Dialog({ open, onOpenChange, width = 760, ...rest }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="overlay">
          <Sheet width={width} {...rest} />
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Sheet(props: Omit<DialogProps, 'open' | 'onOpenChange'>) {
  const { title, top, actions, under, children, footer, width, initialFocus } = props
  const sheet = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const isByKey = useRef(false)
  useScrollLock()
  // A modal dialog makes everything outside it inert, so the toasts move in while it is open.
  useLayoutEffect(() => (sheet.current ? moveToastsInto(sheet.current) : undefined), [])
  useLayoutEffect(() => {
    const head = sheet.current?.querySelector('header')
    return () => {
      // The buttons of the head that step from one request to the next are pressed in quick succession.
      if (!isByKey.current) coverPage({ dialogs: !head?.contains(document.activeElement) })
    }
  }, [])
  const controls = (
    <span className="row end">
      {actions}
      <Radix.Close asChild>
        <IconButton label={say('Close')} icon={X} />
      </Radix.Close>
    </span>
  )
  const heading = (
    <Radix.Title asChild>
      <h2 className="h-20">{title}</h2>
    </Radix.Title>
  )
  return (
    <Radix.Content
      ref={sheet}
      className="dialog"
      style={{ '--dlg-width': `${width}px` } as CSSProperties}
      aria-describedby={undefined}
      onKeyDown={() => (isByKey.current = true)}
      onPointerDown={() => (isByKey.current = false)}
      onPointerDownOutside={(event) => {
        isByKey.current = false
        // A press on a toast goes through to the page behind, but is not meant for it.
        if (toastAt(event.detail.originalEvent)) event.preventDefault()
      }}
      onOpenAutoFocus={(event) => {
        opener.current = document.activeElement
        keepTooltipsClosed()
        if (!initialFocus?.current) return
        event.preventDefault()
        initialFocus.current.focus()
      }}
      onCloseAutoFocus={(event) => {
        // Radix returns the focus only to its own trigger, but our dialogs are opened by state or URL.
        event.preventDefault()
        keepTooltipsClosed()
        if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return
        // The dialog that took the place of this one would take the focus back, and select the whole text of its field.
        const next = document.activeElement?.closest('.dialog')
        if (!next || next.contains(opener.current)) focusOpener(opener.current)
      }}
    >
      <header>
        <div className="row">
          {top ?? heading}
          {controls}
        </div>
        {top !== undefined && heading}
        {under}
      </header>
      {children}
      {footer && <footer>{footer}</footer>}
    </Radix.Content>
  )
}

/** The part of a dialog that scrolls. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={className ? `body ${className}` : 'body'}>{children}</div>
}
