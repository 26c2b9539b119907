import { useLayoutEffect, useRef, type MouseEvent, type RefObject } from 'react'
import { Check } from 'lucide-react'
import { classes } from './classes.ts'
import { useWindowedOptions } from './windowed-options.ts'
import { usePlaced } from './floating.ts'
import { Icon } from './Icon.tsx'
import { SearchBox, type Search } from './SelectSearch.tsx'
import type { SelectOption } from './use-list-box.ts'
import { say } from '../../shared/texts/say.ts'

export function optionId(listId: string, at: number): string {
  return `${listId}-${at}`
}

interface SelectListProps {
  ref: RefObject<HTMLDivElement | null>
  id: string
  anchor: RefObject<HTMLButtonElement | null>
  label: string | undefined
  labelledBy: string | undefined
  options: readonly SelectOption[]
  chosen: number
  pointed: number
  onPoint: (at: number) => void
  onChoose: (at: number) => void
  onRelease: (at: number) => void
  /** set if the list is too long to scan */
  search: Search | undefined
}

/** The open list of a select. */
export function SelectList(props: SelectListProps) {
  const { ref, id, anchor, label, labelledBy, options, pointed, onPoint, search } = props
  const below = useRef<HTMLDivElement>(null)
  const scrolled = search ? below : ref
  const { isLong, from, to, onScroll } = useWindowedOptions({ count: options.length, pointed, onPoint, list: scrolled })
  usePlaced(ref, anchor, { side: 'bottom', align: 'start', gap: 4 })
  const field = useRef<HTMLInputElement>(null)
  // Only once the list is shown: a hidden element cannot be focused.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  useScrollToOption(scrolled, id, pointed)
  const naming = { id, 'aria-label': label, 'aria-labelledby': label === undefined ? labelledBy : undefined }
  const floating = {
    ref,
    popover: 'manual' as const,
    className: classes('menu select', isLong && 'long', search && 'searchable'),
  }
  const rendered = <RenderedOptions list={props} isLong={isLong} from={from} to={to} />
  // A press must not take the focus from the button or the search field.
  const keepFocus = (event: MouseEvent) => event.preventDefault()
  if (!search)
    return (
      <div {...floating} {...naming} role="listbox" tabIndex={-1} onScroll={onScroll} onMouseDown={keepFocus}>
        {rendered}
      </div>
    )
  return (
    <div {...floating}>
      <SearchBox
        field={field}
        search={search}
        listId={id}
        active={options.length > 0 ? optionId(id, pointed) : undefined}
      />
      <div
        {...naming}
        ref={below}
        role="listbox"
        tabIndex={-1}
        className={classes('options', isLong && 'long')}
        onScroll={onScroll}
        onMouseDown={keepFocus}
      >
        {rendered}
      </div>
      <p role="status" className="text-13 soft">
        {options.length === 0 && say('Nothing in the list matches')}
      </p>
    </div>
  )
}

/** Keeps the active option in the visible part of the list. */
function useScrollToOption(scrolled: RefObject<HTMLElement | null>, listId: string, pointed: number): void {
  useLayoutEffect(() => {
    const list = scrolled.current
    const option = document.getElementById(optionId(listId, pointed))
    if (!list || !option) return
    // Not `scrollIntoView`, which would also scroll what is behind the list.
    const [top, bottom] = [option.offsetTop, option.offsetTop + option.offsetHeight]
    if (top < list.scrollTop) list.scrollTop = top
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  }, [scrolled, listId, pointed])
}

interface RenderedOptionsProps {
  list: SelectListProps
  isLong: boolean
  /** index of the first option to render, and of the first one after them */
  from: number
  to: number
}

/** The options in the window, with spacers in place of the others. */
function RenderedOptions({ list, isLong, from, to }: RenderedOptionsProps) {
  const { id, options, chosen, pointed, onPoint, onChoose, onRelease } = list
  return (
    <>
      {isLong && <Undrawn options={from} />}
      {options.slice(from, to).map((option, place) => {
        const i = from + place
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the focus stays on the button, which hears the keys: an option never has it
          <div
            key={option.value}
            id={optionId(id, i)}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            aria-disabled={option.disabled}
            aria-setsize={isLong ? options.length : undefined}
            aria-posinset={isLong ? i + 1 : undefined}
            className={classes('option', i === pointed && 'active')}
            onPointerMove={() => {
              if (!option.disabled && i !== pointed) onPoint(i)
            }}
            onPointerUp={() => onRelease(i)}
            onClick={() => onChoose(i)}
          >
            <span className="with-glyph">
              {option.glyph}
              <span>{option.label}</span>
            </span>
            <span className="tick">{i === chosen && <Icon of={Check} />}</span>
          </div>
        )
      })}
      {isLong && <Undrawn options={options.length - to} />}
    </>
  )
}

/** Spacer for the options that are not rendered, all of one height. */
function Undrawn({ options }: { options: number }) {
  return <div role="presentation" style={{ height: `calc(var(--h-md) * ${options})` }} />
}
