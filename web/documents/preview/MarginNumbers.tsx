import { spreadTops } from './spread-tops.ts'
import type { MarginNumber } from './use-marks.ts'
import styles from './viewer.module.css'

interface MarginNumbersProps {
  numbers: readonly MarginNumber[]
  page: number
  current: string | null
  onPlace?: ((key: string) => void) | undefined
  /** height of the page in CSS pixels: on a low page the numbers are spread apart */
  height?: number
}

/** Height of a number with the gap below it, in CSS pixels. */
const ROOM = 26

/** The numbers of the marked places beside a page's text. */
export function MarginNumbers({ numbers, page, current, onPlace, height }: MarginNumbersProps) {
  const own = numbers.filter((number) => number.page === page)
  const tops = own.map(({ top }) => top)
  const placed = height === undefined ? tops : spreadTops(tops, ROOM / height)
  return own.map(({ key, label }, i) => (
    <button
      key={key}
      type="button"
      className={styles.number}
      style={{ top: `${placed[i]! * 100}%` }}
      aria-current={key === current ? 'true' : undefined}
      aria-label={`Passage ${label}`}
      onClick={() => onPlace?.(key)}
    >
      {label}
    </button>
  ))
}
