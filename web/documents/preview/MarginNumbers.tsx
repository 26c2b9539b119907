import type { MarginNumber } from './use-marks.ts'
import styles from './viewer.module.css'

interface MarginNumbersProps {
  numbers: readonly MarginNumber[]
  page: number
  current: string | null
  onPlace?: ((key: string) => void) | undefined
}

/** The numbers of the marked places beside a page's text. */
export function MarginNumbers({ numbers, page, current, onPlace }: MarginNumbersProps) {
  return numbers
    .filter((number) => number.page === page)
    .map(({ key, label, top }) => {
      const shape = {
        className: styles.number,
        style: { top: `${top * 100}%` },
        'aria-current': key === current ? ('true' as const) : undefined,
      }
      return onPlace ? (
        <button key={key} type="button" {...shape} aria-label={`Passage ${label}`} onClick={() => onPlace(key)}>
          {label}
        </button>
      ) : (
        <span key={key} {...shape}>
          {label}
        </span>
      )
    })
}
