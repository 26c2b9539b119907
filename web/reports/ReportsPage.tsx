import { useLocation } from 'react-router'
import { AllReports } from './AllReports.tsx'
import { EditReport, NewReport } from './builder/BuilderPage.tsx'
import { ReportPage } from './ReportPage.tsx'

export default function ReportsPage() {
  const [, , id, part] = useLocation().pathname.replace(/\/+$/, '').split('/')
  if (id === undefined) return <AllReports />
  if (id === 'new') return <NewReport />
  const decoded = decodeURIComponent(id)
  return part === 'edit' ? <EditReport key={decoded} id={decoded} /> : <ReportPage key={decoded} id={decoded} />
}
