import {
  use,
  useId,
  useImperativeHandle,
  useRef,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'
import { FormLocked, useFieldControl } from './Field.tsx'
import { useCloseOnEscape, useCloseOnPressOutside } from './floating.ts'
import { Icon } from './Icon.tsx'
import { optionId, SelectList } from './SelectList.tsx'
import { useListBox } from './use-list-box.ts'

export interface SelectOption {
  /** Never empty: an empty value means that nothing is chosen. */
  value: string
  label: string
  /** A small drawing before the label. */
  glyph?: ReactNode
  disabled?: boolean
}

export interface SelectProps {
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  placeholder?: string
  /** Needed when the select stands outside a Field. */
  'aria-label'?: string
  disabled?: boolean
  size?: 'medium' | 'large'
  className?: string
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
}

/**
 * A mouse opens the list when it is pressed; a finger, a pen or a reader of the screen when they click.
 * @returns `isDrawn`: a mouse pressed on the button was drawn elsewhere and is let go there
 */
function usePress(toggle: () => void) {
  const pressedWith = useRef('')
  return {
    isDrawn: () => pressedWith.current === 'mouse',
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pressedWith.current = event.pointerType
      if (event.pointerType !== 'mouse' || event.button !== 0 || event.ctrlKey) return
      // Safari gives a pressed button no focus.
      event.currentTarget.focus()
      toggle()
    },
    onClick: (event: MouseEvent) => {
      if (pressedWith.current !== 'mouse' || event.detail === 0) toggle()
      pressedWith.current = ''
    },
  }
}

/**
 * A list box with type-ahead (what is typed is forgotten after a second). The focus stays on the button, which names the
 * option that is pointed at, so it works inside dialogs and panels as it does on a page. While the list is closed a letter
 * chooses; while it is open, it points.
 */
export function Select(props: SelectProps) {
  const {
    options,
    value,
    onValueChange,
    placeholder,
    disabled = false,
    size,
    className,
    ref,
    onBlur,
    ...naming
  } = props
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, [])
  const field = useFieldControl()
  const locked = use(FormLocked)
  const box = useListBox({ options, value, onValueChange, button, disabled, locked })
  const { pointed, chosen, close } = box
  const isOpen = pointed !== null
  useCloseOnEscape(isOpen, close)
  useCloseOnPressOutside(isOpen, [button, list], close)
  const { isDrawn, ...press } = usePress(box.toggle)
  const current = options[chosen]
  return (
    <>
      <button
        {...field}
        {...naming}
        {...press}
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(listId, pointed) : undefined}
        data-state={isOpen ? 'open' : 'closed'}
        data-placeholder={current ? undefined : ''}
        disabled={disabled}
        aria-readonly={locked || undefined}
        className={classes('input combobox', size === 'large' && 'large', className)}
        onKeyDown={box.onKeyDown}
        onBlur={() => {
          // Once the focus has arrived: a dialog takes it back when something goes away on the way.
          if (isOpen) setTimeout(close)
          onBlur?.()
        }}
      >
        <span className="with-glyph">
          {current?.glyph}
          <span className="truncated">{current?.label ?? placeholder}</span>
        </span>
        <Icon of={ChevronDown} />
      </button>
      {isOpen && (
        <SelectList
          ref={list}
          id={listId}
          anchor={button}
          label={naming['aria-label']}
          labelledBy={field.id && `${field.id}-label`}
          options={options}
          chosen={chosen}
          pointed={pointed}
          onPoint={box.point}
          onChoose={box.choose}
          // Pressed on the button, drawn to an option and let go there.
          onRelease={(at) => isDrawn() && box.choose(at)}
        />
      )}
    </>
  )
}
