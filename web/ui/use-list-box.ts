import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useTypeAhead } from './type-ahead.ts'

const OPENING = ['Enter', ' ', 'ArrowDown', 'ArrowUp']
const STEPS: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  End: Infinity,
  Home: -Infinity,
}

export interface SelectOption {
  /** Never empty: an empty value means that nothing is chosen. */
  value: string
  label: string
  /** A small icon before the label. */
  glyph?: ReactNode
  disabled?: boolean
}

interface ListBox {
  options: readonly SelectOption[]
  value: string
  onValueChange: (value: string) => void
  /** has the focus while the list is open, and after a choice */
  button: RefObject<HTMLButtonElement | null>
  disabled: boolean
  /** read-only */
  locked: boolean
  onClose?: () => void
}

/**
 * State of a list box: its active option, and the keys of its button that open it, move in it and choose from it.
 * @returns `pointed` is null while the list is closed
 */
export function useListBox({ options, value, onValueChange, button, disabled, locked, onClose }: ListBox) {
  const [pointed, point] = useState<number | null>(null)
  const typeAhead = useTypeAhead()
  const enabled = options.flatMap((option, i) => (option.disabled ? [] : [i]))
  const chosen = options.findIndex((option) => option.value === value)
  const isOpen = pointed !== null && !disabled && !locked
  const close = () => {
    point(null)
    onClose?.()
  }
  const toggle = () => (isOpen ? close() : point(enabled.includes(chosen) ? chosen : (enabled[0] ?? null)))
  const choose = (at: number) => {
    const option = options[at]
    if (!option || option.disabled) return
    close()
    button.current?.focus()
    if (option.value !== value) onValueChange(option.value)
  }
  const find = (letter: string) => {
    const labels = options.map((option) => (option.disabled ? '' : option.label))
    const found = typeAhead.find(letter, labels, pointed ?? chosen)
    if (found !== null && isOpen) point(found)
    else if (found !== null) choose(found)
  }
  const step = (by: number) => {
    if (enabled.length === 0) return
    const to = enabled.indexOf(pointed ?? -1) + by
    point(enabled[Math.max(0, Math.min(to, enabled.length - 1))] ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event
    if (locked || event.ctrlKey || event.metaKey) return
    const by = STEPS[key]
    if (key.length === 1 && !altKey && (key !== ' ' || typeAhead.isTyping())) find(key)
    else if (!isOpen && OPENING.includes(key)) toggle()
    else if (isOpen && (key === 'Enter' || key === ' ')) choose(pointed)
    else if (isOpen && altKey && key === 'ArrowUp') close()
    else if (isOpen && by !== undefined) step(by)
    else return
    event.preventDefault()
  }
  return { pointed: isOpen ? pointed : null, point, chosen, choose, close, toggle, onKeyDown }
}
