import { QualitySection } from '../ai/QualitySection.tsx'
import { Area } from './Area.tsx'

export default function AnalyticsPage() {
  return (
    <Area needs="analytics.view" restricted="Analytics is only available to managers and administrators.">
      <QualitySection />
    </Area>
  )
}
