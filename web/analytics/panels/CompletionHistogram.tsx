import { HistogramChart } from '../../ui/charts/HistogramChart.tsx'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { barWords, type ForecastFigures, forecastLines, forecastSummary } from './forecast.ts'

/** How likely it is that the last of them is finished on each day. */
export function CompletionHistogram({ of }: { of: ForecastFigures }) {
  if (of.count === 0) {
    return (
      <EmptyState title="Nothing is open" level={3}>
        Enter a number of requests to see when they would be finished.
      </EmptyState>
    )
  }
  return (
    <HistogramChart
      label={`How likely ${count(of.count)} requests are finished on each day`}
      summary={forecastSummary(of)}
      first={of.histogram.first}
      daysWide={of.histogram.daysWide}
      shares={of.histogram.share}
      lines={forecastLines(of)}
      markOf={barWords(of)}
    />
  )
}
