import { use, useId, useImperativeHandle, useRef, type FocusEvent, type Ref, type RefObject } from 'react'
import { ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'
import { FormLocked, useFieldControl } from './Field.tsx'
import { useCloseOnEscape, useCloseOnPressOutside } from './floating.ts'
import { Icon } from './Icon.tsx'
import { optionId, SelectList } from './SelectList.tsx'
import { searchFieldProps, useSearch } from './SelectSearch.tsx'
import { type SelectOption, useListBox } from './use-list-box.ts'
import { usePressToOpen } from './use-press-to-open.ts'

export interface SelectProps {
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  placeholder?: string
  /** Required if the select is outside a Field. */
  'aria-label'?: string
  disabled?: boolean
  className?: string
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
}

interface Dismissal {
  isOpen: boolean
  button: RefObject<HTMLButtonElement | null>
  list: RefObject<HTMLDivElement | null>
  close: () => void
  /** the focus has left the select */
  onBlur: (() => void) | undefined
}

/**
 * Closes the list on Escape, on a press outside and when the focus leaves the button for another part of the page.
 * @returns the `onBlur` of the button
 */
function useDismissal({ isOpen, button, list, close, onBlur }: Dismissal) {
  useCloseOnEscape(isOpen, () => {
    if (list.current?.contains(document.activeElement)) button.current?.focus()
    close()
  })
  useCloseOnPressOutside(isOpen, [button, list], close, { onlyCloses: true })
  return (event: FocusEvent) => {
    if (list.current?.contains(event.relatedTarget)) return
    // Deferred until the focus has moved: a dialog's focus trap pulls it back if an element is removed meanwhile.
    if (isOpen) setTimeout(close)
    onBlur?.()
  }
}

/**
 * A list box with type-ahead (letters are forgotten after a second). The focus stays on the button, which names the active
 * option (`aria-activedescendant`), so it works inside dialogs and panels as it does on a page. While the list is closed a
 * letter chooses an option; while it is open, it only activates it. A list that is too long to scan opens with a search
 * field, which then has the focus.
 */
export function Select(props: SelectProps) {
  const { options, value, onValueChange, placeholder, disabled = false, className, ref, onBlur, ...naming } = props
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, [])
  const field = useFieldControl()
  const locked = use(FormLocked)
  const { text, setText, shown, isSearched } = useSearch(options)
  const box = useListBox({ options: shown, value, onValueChange, button, disabled, locked, onClose: () => setText('') })
  const { pointed, chosen, close } = box
  const isOpen = pointed !== null
  const onButtonBlur = useDismissal({ isOpen, button, list, close, onBlur })
  const { isDrawn, ...press } = usePressToOpen(box.toggle)
  const current = options.find((option) => option.value === value)
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
        aria-activedescendant={isOpen && !isSearched ? optionId(listId, pointed) : undefined}
        data-state={isOpen ? 'open' : 'closed'}
        data-placeholder={current ? undefined : ''}
        disabled={disabled}
        aria-readonly={locked || undefined}
        className={classes('input combobox', className)}
        onKeyDown={box.onKeyDown}
        // The press would take the focus back from the search field that it has opened.
        onMouseDown={(event) => isSearched && event.preventDefault()}
        onBlur={onButtonBlur}
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
          options={shown}
          search={isSearched ? searchFieldProps({ text, setText, box, onBlur }) : undefined}
          chosen={chosen}
          pointed={pointed}
          onPoint={box.point}
          onChoose={box.choose}
          // Pressed on the button, dragged to an option and released there.
          onRelease={(at) => isDrawn() && box.choose(at)}
        />
      )}
    </>
  )
}
