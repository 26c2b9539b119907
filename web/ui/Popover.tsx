import {
  cloneElement,
  createContext,
  use,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { useCloseOnEscape, useCloseOnPressOutside, usePlaced } from './floating.ts'
import { keepTooltipsClosed } from './quiet-focus.ts'

const CloseContext = createContext<() => void>(() => {})

export interface PopoverProps {
  /** Accessible name of the panel. */
  label: string
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>
  children: ReactNode
  align?: 'start' | 'end'
  /** Where the focus goes: to the first control, or to a panel that has keys of its own. */
  focus?: 'first' | 'panel'
  className?: string
}

/** A small panel under a button. Escape or a click elsewhere closes it, and the focus returns to the button. */
export function Popover(props: PopoverProps) {
  const { label, trigger, children, align = 'end', focus = 'first', className = 'panel' } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    keepTooltipsClosed()
    button.current?.focus()
  }
  useCloseOnEscape(isOpen, close)
  useCloseOnPressOutside(isOpen, [button, panel], () => {
    // A field that applies on blur would not: React reports no blur of an element that it removes.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && panel.current?.contains(activeElement)) activeElement.blur()
    setOpen(false)
  })
  const closeUnlessAt = (focused: EventTarget | null) => {
    if (!(focused instanceof Node)) return
    if (!panel.current?.contains(focused) && !button.current?.contains(focused)) setOpen(false)
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        onClick: () => setOpen(!isOpen),
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
      })}
      {isOpen && (
        <CloseContext value={close}>
          <Panel
            ref={panel}
            anchor={button}
            label={label}
            align={align}
            focus={focus}
            className={className}
            onFocusElsewhere={closeUnlessAt}
          >
            {children}
          </Panel>
        </CloseContext>
      )}
    </>
  )
}

/** Closes the panel around it, and gives the focus back to its button. */
export const useClosePopover = () => use(CloseContext)

/** A button inside the panel that closes it before its own `onClick` runs. */
export function PopoverClose({ onClick, ...rest }: ButtonProps) {
  const close = useClosePopover()
  return (
    <Button
      {...rest}
      onClick={(event) => {
        close()
        onClick?.(event)
      }}
    />
  )
}

interface PanelProps {
  ref: RefObject<HTMLDivElement | null>
  anchor: RefObject<HTMLButtonElement | null>
  label: string
  align: 'start' | 'end'
  focus: 'first' | 'panel'
  className: string
  onFocusElsewhere: (focused: EventTarget | null) => void
  children: ReactNode
}

/** Rendered right after its button, so that Tab goes from one to the other. */
function Panel({ ref, anchor, label, align, focus, className, onFocusElsewhere, children }: PanelProps) {
  usePlaced(ref, anchor, { side: 'bottom', align, gap: 8 })
  useEffect(() => {
    if (focus === 'panel') return ref.current?.focus()
    const first = ref.current?.querySelector<HTMLElement>('button, input, a[href]')
    // In a group of joined buttons the chosen one takes the focus.
    const chosen = first?.closest('[role=group]')?.querySelector<HTMLElement>('[aria-pressed=true]')
    const entry = chosen ?? first ?? ref.current
    entry?.focus()
  }, [ref, focus])
  // Tabbing out closes the panel; a press on something unfocusable, or switching to another window, doesn't.
  // Only once the focus has arrived: a dialog takes it back when what has the focus is removed.
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => onFocusElsewhere(target)
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [onFocusElsewhere])
  return (
    <div ref={ref} role="dialog" aria-label={label} popover="manual" tabIndex={-1} className={className}>
      {children}
    </div>
  )
}
