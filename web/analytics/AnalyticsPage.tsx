import { QualitySection } from '../quality/QualitySection.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { Area } from '../pages/Area.tsx'

export default function AnalyticsPage() {
  return (
    <Area
      actions={<PrintButton />}
      line="How suggestions and estimates have fared. This version has no report on lead times."
    >
      <QualitySection />
    </Area>
  )
}
