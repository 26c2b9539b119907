import { Area, NothingYet } from '../pages/Area.tsx'

export default function ReportsPage() {
  return (
    <Area>
      <NothingYet>This version exports no reports. Every screen can be printed from the browser.</NothingYet>
    </Area>
  )
}
