import { useLocation } from 'react-router'
import { AllReports } from './AllReports.tsx'
import { EditReport, NewReport } from './builder/BuilderPage.tsx'
import { ReportPage } from './ReportPage.tsx'

export default function ReportsPage() {
  const [, , id, part] = useLocation().pathname.replace(/\/+$/, '').split('/')
  if (id === undefined) return <AllReports />
  if (id === 'new') return <NewReport />
  const decoded = decode(id)
  return part === 'edit' ? <EditReport key={decoded} id={decoded} /> : <ReportPage key={decoded} id={decoded} />
}

/** A mistyped address may be undecodable; there is no such report either. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
