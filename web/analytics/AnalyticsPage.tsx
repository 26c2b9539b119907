import { QualitySection } from '../quality/QualitySection.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { Area } from '../pages/Area.tsx'

export default function AnalyticsPage() {
  return (
    <Area actions={<PrintButton />}>
      <QualitySection />
    </Area>
  )
}
