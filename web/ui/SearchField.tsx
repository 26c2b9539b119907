import { Search, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { TextInput } from './inputs.tsx'
import styles from './search-field.module.css'
import { say } from '../../shared/texts/say.ts'

const DEBOUNCE_MS = 250

interface SearchFieldProps {
  /** its accessible name, and with dots its placeholder */
  label: string
  value: string
  onSearch: (search: string) => void
  maxLength: number
  className?: string | undefined
}

/** The search field of a list. Input is debounced; Escape clears it at once. */
export function SearchField({ label, value, onSearch, maxLength, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  // Back, Forward or a removed filter changed the URL: the field follows. The echo of its own search must not overwrite
  // newer input.
  if (value !== known) {
    setKnown(value)
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }

  const send = useCallback(
    (text: string) => {
      setSent(text)
      onSearch(text)
    },
    [onSearch],
  )
  useEffect(() => {
    if (typed.trim() === sent) return
    const timer = setTimeout(() => send(typed.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, sent, send])

  const clear = () => {
    setTyped('')
    if (sent !== '') send('')
    field.current?.focus()
  }
  return (
    <TextInput
      ref={field}
      type="search"
      className={className}
      icon={Search}
      placeholder={`${label}...`}
      aria-label={label}
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation()
          clear()
        }
        if (event.key === 'Enter') send(typed.trim())
      }}
      end={
        typed !== '' && (
          <button type="button" className={styles.clear} aria-label={say('Clear search')} onClick={clear}>
            <Icon of={X} size="s" />
          </button>
        )
      }
    />
  )
}
