import { useMemo, useState, type KeyboardEvent, type RefObject } from 'react'
import { fold } from '../../shared/fold.ts'
import { say } from '../../shared/texts/say.ts'
import type { SelectOption, useListBox } from './use-list-box.ts'
import { LONG } from './windowed-options.ts'

/** Filters the options of a list that is too long to scan: those whose label contains every word of the search. */
export function useSearch(options: readonly SelectOption[]) {
  const [text, setText] = useState('')
  const isSearched = options.length > LONG
  const shown = useMemo(() => {
    const words = fold(text).split(/\s+/).filter(Boolean)
    if (words.length === 0 || !isSearched) return options
    return options.filter(({ label }) => words.every((word) => fold(label).includes(word)))
  }, [options, text, isSearched])
  return { text, setText, shown, isSearched }
}

interface SearchFieldState {
  text: string
  setText: (text: string) => void
  box: ReturnType<typeof useListBox>
  /** of the select */
  onBlur: (() => void) | undefined
}

/** Keys of the search field that do not edit its text belong to the list. */
export function searchFieldProps({ text, setText, box, onBlur }: SearchFieldState): Search {
  return {
    text,
    onText: (next: string) => {
      setText(next)
      box.point(0)
    },
    onKeyDown: (event: KeyboardEvent) => {
      // Every other way of leaving passes through the button, whose `onBlur` reports it.
      if (event.key === 'Tab') onBlur?.()
      const isText = event.key.length === 1 || (text !== '' && ['Home', 'End'].includes(event.key))
      if (!isText) box.onKeyDown(event)
    },
    onBlur: () => setTimeout(box.close),
  }
}

export interface Search {
  text: string
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
}

interface SearchBoxProps {
  field: RefObject<HTMLInputElement | null>
  search: Search
  listId: string
  /** the id of the active option */
  active: string | undefined
}

/** Has the focus while the list is open, and handles the keys that move in the list. */
export function SearchBox({ field, search, listId, active }: SearchBoxProps) {
  return (
    <input
      ref={field}
      type="search"
      className="input"
      aria-label={say('Search the list')}
      aria-autocomplete="list"
      aria-controls={listId}
      aria-activedescendant={active}
      placeholder={say('Search…')}
      autoComplete="off"
      spellCheck={false}
      value={search.text}
      onChange={(event) => search.onText(event.target.value)}
      onKeyDown={search.onKeyDown}
      onBlur={search.onBlur}
    />
  )
}
