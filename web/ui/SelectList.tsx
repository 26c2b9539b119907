import { useLayoutEffect, type RefObject } from 'react'
import { Check } from 'lucide-react'
import { classes } from './classes.ts'
import { useDrawnOptions } from './drawn-options.ts'
import { usePlaced } from './floating.ts'
import { Icon } from './Icon.tsx'
import type { SelectOption } from './Select.tsx'

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
}

/** The room of options that are not drawn, all of one height. */
function Undrawn({ options }: { options: number }) {
  return <div role="presentation" style={{ height: `calc(var(--h-md) * ${options})` }} />
}

/** The open list of a select. */
export function SelectList(props: SelectListProps) {
  const { ref, id, anchor, label, labelledBy, options, chosen, pointed, onPoint, onChoose, onRelease } = props
  const { isLong, from, to, onScroll } = useDrawnOptions({ count: options.length, pointed, onPoint, list: ref })
  usePlaced(ref, anchor, { side: 'bottom', align: 'start', gap: 4 })
  useLayoutEffect(() => {
    const list = ref.current
    const option = document.getElementById(optionId(id, pointed))
    if (!list || !option) return
    // By hand: `scrollIntoView` would also move what is behind the list.
    const [top, bottom] = [option.offsetTop, option.offsetTop + option.offsetHeight]
    if (top < list.scrollTop) list.scrollTop = top
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  }, [ref, id, pointed])
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-labelledby={label === undefined ? labelledBy : undefined}
      popover="manual"
      className={classes('menu select', isLong && 'long')}
      onScroll={onScroll}
      // The focus stays on the button.
      onMouseDown={(event) => event.preventDefault()}
    >
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
    </div>
  )
}
