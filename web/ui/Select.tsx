import { use, useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'
import { FormLocked, useFieldControl } from './Field.tsx'
import { useCloseOnEscape, useCloseOnPressOutside } from './floating.ts'
import { Icon } from './Icon.tsx'
import { optionId, SelectList } from './SelectList.tsx'
import { useTypeAhead } from './type-ahead.ts'

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

const OPENING = ['Enter', ' ', 'ArrowDown', 'ArrowUp']
const STEPS: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  End: Infinity,
  Home: -Infinity,
}

/**
 * A list box with type-ahead (what is typed is forgotten after a second). The focus stays on the button, which names the
 * option that is pointed at, so it works inside dialogs and panels as it does on a page. While the list is closed a letter
 * chooses; while it is open, it points.
 */
export function Select(props: SelectProps) {
  const { options, value, onValueChange, placeholder, disabled, size, className, ref, onBlur, ...naming } = props
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, [])
  /** The option that is pointed at; null while the list is closed. */
  const [pointed, point] = useState<number | null>(null)
  const pressedWith = useRef('')
  const typeAhead = useTypeAhead()
  const field = useFieldControl()
  const locked = use(FormLocked)

  const enabled = options.flatMap((option, i) => (option.disabled ? [] : [i]))
  const chosen = options.findIndex((option) => option.value === value)
  const isOpen = pointed !== null && !disabled && !locked
  const close = () => point(null)
  const toggle = () => point(isOpen ? null : enabled.includes(chosen) ? chosen : (enabled[0] ?? null))
  const choose = (at: number) => {
    const option = options[at]
    if (!option || option.disabled) return
    close()
    button.current?.focus()
    if (option.value !== value) onValueChange(option.value)
  }
  useCloseOnEscape(isOpen, close)
  useCloseOnPressOutside(isOpen, [button, list], close)

  const find = (letter: string) => {
    const labels = options.map((option) => (option.disabled ? '' : option.label))
    const found = typeAhead.find(letter, labels, pointed ?? chosen)
    if (found !== null && isOpen) point(found)
    else if (found !== null) choose(found)
  }
  const step = (by: number) => {
    const to = enabled.indexOf(pointed ?? -1) + by
    point(enabled[Math.max(0, Math.min(to, enabled.length - 1))] ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event
    if (locked || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    const by = STEPS[key]
    if (key.length === 1 && !altKey && (key !== ' ' || typeAhead.isTyping())) find(key)
    else if (!isOpen && OPENING.includes(key)) toggle()
    else if (isOpen && (key === 'Enter' || key === ' ')) choose(pointed)
    else if (isOpen && altKey && key === 'ArrowUp') close()
    else if (isOpen && by !== undefined) step(by)
    else return
    event.preventDefault()
  }

  const current = options[chosen]
  return (
    <>
      <button
        {...field}
        {...naming}
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
        className={classes('input sel', size === 'large' && 'large', className)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          // Once the focus has arrived: a dialog takes it back when something goes away on the way.
          if (isOpen) setTimeout(close)
          onBlur?.()
        }}
        onPointerDown={(event) => {
          pressedWith.current = event.pointerType
          if (event.pointerType !== 'mouse' || event.button !== 0 || event.ctrlKey) return
          // Safari gives a pressed button no focus.
          event.currentTarget.focus()
          toggle()
        }}
        onClick={(event) => {
          // A mouse has acted when it was pressed; a finger, a pen or a reader of the screen acts now.
          if (pressedWith.current !== 'mouse' || event.detail === 0) toggle()
          pressedWith.current = ''
        }}
      >
        <span className="val">
          {current?.glyph}
          <span className="trunc">{current?.label ?? placeholder}</span>
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
          onPoint={point}
          onChoose={choose}
          // Pressed on the button, drawn to an option and let go there.
          onRelease={(at) => pressedWith.current === 'mouse' && choose(at)}
        />
      )}
    </>
  )
}
