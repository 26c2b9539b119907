import { count } from '../../ui/count.ts'
import { share } from './quality.ts'
import styles from './quality.module.css'
import { classes } from '../../ui/classes.ts'

interface ShareTableProps {
  caption: string
  head: [string, string, string]
  rows: { label: string; whole: number; part: number }[]
}

/** Counts with their share of the whole; a sample that is too small has none. */
export function ShareTable({ caption, head, rows }: ShareTableProps) {
  return (
    <table className="tight">
      <caption className={classes('text-12 muted', styles.caption)}>{caption}</caption>
      <thead>
        <tr>
          {head.map((name, i) => (
            <th key={name} scope="col" className={i > 0 ? 'numeric' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, whole, part }) => (
          <tr key={label}>
            <td>{label}</td>
            <td className="numeric">{count(whole)}</td>
            <td className="numeric">
              {count(part)} <span className="muted">{share(part, whole)}</span>
            </td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={3} className="muted">
              Nothing yet
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
