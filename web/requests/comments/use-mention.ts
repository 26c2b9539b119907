import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Mentionable, MentionedPerson } from '../../../shared/comments.ts'
import { fold } from '../../../shared/fold.ts'
import { fullName } from '../../../shared/people.ts'
import { get } from '../../client/api.ts'
import { useCloseOnEscape } from '../../ui/floating.ts'
import { useDebounced } from '../../ui/use-debounced.ts'

/** An `@` and the beginning of a name, right before the caret. */
const BEGUN = /(?<![\p{L}\p{M}\p{N}._@+/=-])@([\p{L}\p{M}\p{N}._@-]{0,64})$/u
/** So that typing does not ask with every key. */
const DELAY_MS = 150

/** The name being typed: where its `@` is, and what follows it. */
interface Begun {
  at: number
  name: string
}

interface MentionOptions {
  requestId: string
  /** for an internal note */
  internal: boolean
  field: RefObject<HTMLTextAreaElement | null>
  onText: (text: string) => void
}

/** Completes the name of a person being typed in a field. The field keeps the focus; keys move in the list. */
export function useMention({ requestId, internal, field, onText }: MentionOptions) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [pointed, point] = useState(0)
  const { name } = useDebounced({ name: begun?.name ?? '' }, DELAY_MS)
  const query = new URLSearchParams({ search: name, ...(internal && { internal: 'true' }) })
  const address = `/api/requests/${encodeURIComponent(requestId)}/mentionable?${query.toString()}`
  const { data, isPlaceholderData } = useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => get<Mentionable>(address, { signal }),
    enabled: begun !== null,
    placeholderData: (before) => before,
  })
  const offered = begun ? (data?.people ?? []) : []
  // Enter right after a letter must not take somebody from the list of the letters before it.
  const isOld = isPlaceholderData || name !== begun?.name
  const people = isOld ? offered.filter((person) => isCalled(person, begun?.name ?? '')) : offered
  const isOpen = people.length > 0
  const close = () => setBegun(null)
  useCloseOnEscape(isOpen, close)

  /** Looks for a begun name after a change of the text or the caret. */
  const read = () => {
    const { value = '', selectionStart: caret = 0, selectionEnd: end = 0 } = field.current ?? {}
    const match = caret === end ? BEGUN.exec(value.slice(0, caret)) : null
    setBegun(match ? { at: match.index, name: match[1]! } : null)
    point(0)
  }
  const choose = (person: MentionedPerson) => {
    const area = field.current
    if (!area || !begun) return
    const before = `${area.value.slice(0, begun.at)}@${person.username} `
    const after = area.value.slice(begun.at + 1 + begun.name.length).replace(/^ /, '')
    // What is typed next must not arrive between the new text and its caret.
    flushSync(() => {
      onText(before + after)
      close()
    })
    area.focus()
    area.setSelectionRange(before.length, before.length)
  }
  /** @returns whether the key was for the list */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const takes = (event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (step === undefined && !takes) return false
    event.preventDefault()
    if (step === undefined) choose(people[pointed]!)
    else point((pointed + step + people.length) % people.length)
    return true
  }
  return {
    people,
    pointed: Math.min(pointed, Math.max(0, people.length - 1)),
    point,
    isOpen,
    close,
    read,
    choose,
    onKey,
  }
}

function isCalled(person: MentionedPerson, name: string): boolean {
  return [fullName(person), person.username].some((text) => fold(text).includes(fold(name)))
}
