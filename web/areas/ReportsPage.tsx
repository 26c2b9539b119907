import { Area, NothingYet } from './Area.tsx'

export default function ReportsPage() {
  return (
    <Area needs="reports.export" restricted="Reports are only available to managers and administrators.">
      <NothingYet>This version exports no reports. Every screen can be printed from the browser.</NothingYet>
    </Area>
  )
}
