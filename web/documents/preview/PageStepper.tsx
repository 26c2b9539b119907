import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { count } from '../../ui/count.ts'
import { useCloseOnEscape } from '../../ui/floating.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import styles from './viewer.module.css'

interface PageStepperProps {
  page: number
  pageCount: number
  onGo: (page: number) => void
}

/** "Page 3 of 6" with a field for the number and buttons for the previous and next page. */
export function PageStepper({ page, pageCount, onGo }: PageStepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  useCloseOnEscape(typed !== null, () => setTyped(null))
  const go = (to: number) => onGo(Math.max(1, Math.min(to, pageCount)))
  const take = () => {
    const number = Number(typed)
    if (typed && Number.isInteger(number) && number > 0) go(number)
    setTyped(null)
  }
  return (
    <span className={styles.stepper}>
      <span className={styles.pageField}>
        <span aria-hidden="true">Page</span>
        <TextInput
          inputMode="numeric"
          dir="ltr"
          aria-label={`Page of ${count(pageCount)}`}
          style={{ width: `${String(pageCount).length + 3}ch` }}
          value={typed ?? String(page)}
          onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 6))}
          onFocus={({ target }) => target.select()}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take()
          }}
        />
      </span>
      <span aria-hidden="true">of {count(pageCount)}</span>
      <IconButton
        size="small"
        label="Previous page"
        icon={ChevronLeft}
        aria-disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      <IconButton
        size="small"
        label="Next page"
        icon={ChevronRight}
        aria-disabled={page >= pageCount}
        onClick={() => go(page + 1)}
      />
    </span>
  )
}
