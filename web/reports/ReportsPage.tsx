import { Area } from '../pages/Area.tsx'
import { ExportForm } from './ExportForm.tsx'
import { Exports } from './Exports.tsx'
import styles from './reports.module.css'

export default function ReportsPage() {
  return (
    <Area line="Take a list with you as a file: all of its rows, in its order.">
      <div className={styles.page}>
        <ExportForm />
        <Exports />
      </div>
    </Area>
  )
}
