import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { createPortal } from 'react-dom'
import { useCloseOnEscape, usePlaced } from './floating.ts'
import { areTooltipsKeptClosed } from './quiet-focus.ts'
import { useTooltip } from './use-tooltip.ts'

/** Time to move the pointer from the control to the tooltip, which can be hovered. */
const HOVER_GRACE_MS = 120

export interface TooltipProps {
  label: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The label only repeats the control's accessible name, so it is not read a second time as its description. */
  naming?: boolean
  disabled?: boolean
  children: ReactElement<TriggerProps>
}

type Handler<Event extends SyntheticEvent> = ((event: Event) => void) | undefined
interface TriggerProps {
  onPointerMove?: Handler<PointerEvent<HTMLElement>>
  onPointerLeave?: Handler<PointerEvent<HTMLElement>>
  onPointerDown?: Handler<PointerEvent<HTMLElement>>
  onFocus?: Handler<FocusEvent<HTMLElement>>
  onBlur?: Handler<FocusEvent<HTMLElement>>
  'aria-describedby'?: string | undefined
}

/** Opens after 700 ms of hovering, at once on keyboard focus or shortly after another tooltip; never for touch. */
export function Tooltip({ label, side = 'top', naming, disabled, children }: TooltipProps) {
  const id = useId()
  const { anchor, open, close, stay, openSoon, closeIn } = useTooltip(id)
  const isPointed = useRef(false)

  if (disabled) return children
  const own = children.props
  const trigger: TriggerProps = {
    onPointerMove: (event) => {
      own.onPointerMove?.(event)
      if (event.pointerType === 'touch') return
      if (anchor) stay()
      if (isPointed.current) return
      isPointed.current = true
      openSoon(event.currentTarget)
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      isPointed.current = false
      stay()
      if (anchor) closeIn(HOVER_GRACE_MS)
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      // A pressed control needs no explanation: it stays closed until the pointer comes back.
      isPointed.current = true
      close()
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      // Keyboard focus opens it; focus set by a press, or by an opening or closing dialog, doesn't.
      if (!areTooltipsKeptClosed() && event.currentTarget.matches(':focus-visible')) open(event.currentTarget)
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      // Deferred until the focus has moved: in between it is on the body, and a dialog's focus trap pulls it back if an
      // element is removed at that moment.
      closeIn(0)
    },
    ...(anchor && !naming && { 'aria-describedby': [own['aria-describedby'], id].filter(Boolean).join(' ') }),
  }
  return (
    <>
      <Trigger handlers={trigger}>{children}</Trigger>
      {anchor && (
        <Tip id={id} anchor={anchor} side={side} onClose={close} onStay={stay} onLeave={() => closeIn(HOVER_GRACE_MS)}>
          {label}
        </Tip>
      )}
    </>
  )
}

/** The control with its event handlers. */
function Trigger({ handlers, children }: { handlers: TriggerProps; children: ReactElement<TriggerProps> }) {
  return cloneElement(children, handlers)
}

interface TipProps {
  id: string
  anchor: { current: HTMLElement }
  side: NonNullable<TooltipProps['side']>
  onClose: () => void
  onStay: () => void
  onLeave: () => void
  children: ReactNode
}

function Tip({ id, anchor, side, onClose, onStay, onLeave, children }: TipProps) {
  const tip = useRef<HTMLDivElement>(null)
  usePlaced(tip, anchor, { side, align: 'center', gap: 6 })
  useCloseOnEscape(true, onClose)
  useEffect(() => {
    // The control has scrolled away from under the pointer.
    const scrolled = (event: Event) => {
      if (event.target instanceof Node && event.target.contains(anchor.current)) onClose()
    }
    document.addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', scrolled, { capture: true })
  }, [anchor, onClose])
  return createPortal(
    <div
      ref={tip}
      id={id}
      role="tooltip"
      popover="manual"
      className="tooltip"
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
    >
      {children}
    </div>,
    // Inside the dialog or landmark of its control, because screen readers go through the page by these.
    anchor.current.closest('[role=dialog], main, nav, header') ?? document.body,
  )
}
