import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { count } from '../../ui/count.ts'
import { useCloseOnEscape } from '../../ui/floating.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { MAX_HITS } from './find-text.ts'
import type { Hits } from './use-hits.ts'
import styles from './viewer.module.css'

interface FindFieldProps {
  field: RefObject<HTMLInputElement | null>
  words: string
  onWords: (words: string) => void
  hits: Hits
  /** index of the current one; -1 before the first */
  index: number
  onStep: (by: 1 | -1) => void
}

function found({ list, isSearching, words }: Hits, index: number): string {
  if (words.trim() === '') return ''
  if (list.length === 0) return isSearching ? 'Searching…' : 'Not found'
  const all = `${count(list.length)}${list.length >= MAX_HITS || isSearching ? '+' : ''}`
  return `${count(index + 1)} of ${all}`
}

/** Search field of the document: Enter goes to the next hit, Shift+Enter to the previous one. */
export function FindField({ field, words, onWords, hits, index, onStep }: FindFieldProps) {
  const count = found(hits, index)
  const [isFocused, setFocused] = useState(false)
  // Escape empties the field before it closes the dialog around it.
  useCloseOnEscape(isFocused && words !== '', () => onWords(''))
  return (
    <span className={styles.find} role="search">
      <TextInput
        ref={field}
        type="search"
        icon={Search}
        placeholder="Search in document"
        aria-label="Search in document"
        maxLength={200}
        value={words}
        onChange={({ target }) => onWords(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        end={<span className={styles.found}>{count}</span>}
      />
      <span className="visually-hidden" role="status">
        {count}
      </span>
      <IconButton
        size="small"
        label="Previous hit"
        icon={ChevronUp}
        aria-disabled={hits.list.length === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        size="small"
        label="Next hit"
        icon={ChevronDown}
        aria-disabled={hits.list.length === 0}
        onClick={() => onStep(1)}
      />
    </span>
  )
}
