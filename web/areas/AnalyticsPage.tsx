import { QualitySection } from '../ai/QualitySection.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { Area } from './Area.tsx'

export default function AnalyticsPage() {
  return (
    <Area
      actions={<PrintButton />}
      needs="analytics.view"
      restricted="Analytics is only available to managers and administrators."
    >
      <QualitySection />
    </Area>
  )
}
