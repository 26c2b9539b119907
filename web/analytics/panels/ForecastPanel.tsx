import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Forecast } from '../../../shared/analytics/forecast.ts'
import { ChartCard } from '../../charts/ChartCard.tsx'
import { ChartLoading } from '../../charts/ChartLoading.tsx'
import { HistogramChart } from '../../charts/HistogramChart.tsx'
import { useAddress, withParam } from '../../client/address.ts'
import { ReadError } from '../../errors/ReadError.tsx'
import { dateWords } from '../../formats/dates.ts'
import { periodWords } from '../../formats/periods.ts'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackTest } from './BackTest.tsx'
import { Definition } from './Definition.tsx'
import {
  askedIn,
  barWords,
  forecastFinding,
  isAhead,
  forecastLines,
  forecastSummary,
  forecastTable,
  tooLittleWords,
} from './forecast.ts'
import { ByThisDate, ForecastCount } from './ForecastFields.tsx'
import type { PanelProps } from './panel-props.ts'
import { useSettled } from './use-settled.ts'

const NAME = 'Forecast'
type Made = Extract<Forecast, { kind: 'forecast' }>

interface ForecastPanelProps extends Pick<PanelProps, 'rowsTo'> {
  /** department, priority, type and assignee as the address has them, without a leading question mark */
  filters: string
}

function forecastQuery(filters: string, asked: { count: string; by: string }) {
  const params = new URLSearchParams(filters)
  for (const [name, value] of Object.entries(asked)) if (value !== '') params.set(name, value)
  const query = params.toString()
  return queryOptions<Forecast>({
    queryKey: [query === '' ? '/api/analytics/forecast' : `/api/analytics/forecast?${query}`],
    placeholderData: keepPreviousData,
  })
}

/** When so many requests are done, and how many by a day, from the pace of the last weeks. */
export function ForecastPanel({ filters, rowsTo }: ForecastPanelProps) {
  const [params, change] = useAddress()
  const inAddress = askedIn(params)
  const asked = useSettled(inAddress)
  // A day that is over stays in its field, which says so, and out of the address.
  const [past, setPast] = useState<string | null>(null)
  const put = (name: 'count' | 'by', value: string) =>
    change((now) => withParam(now, name, value === '' ? null : value), { replace: true })
  const setBy = (day: string) => {
    setPast(isAhead(day) ? null : day)
    if (isAhead(day)) put('by', day)
  }
  const query = useQuery(forecastQuery(filters, asked))
  const { data, error, isPlaceholderData } = query
  if (error && !data) {
    return (
      <ChartCard name={NAME}>
        <ReadError title="Failed to fetch the forecast" query={query} />
      </ChartCard>
    )
  }
  if (!data) {
    return (
      <ChartCard name={NAME} busy>
        <ChartLoading label="Loading the forecast" shape="bars" />
      </ChartCard>
    )
  }
  if (data.kind === 'too-little') {
    return (
      <ChartCard name={NAME} finding="There is too little history for a forecast">
        <EmptyState title="No forecast yet" level={3}>
          {tooLittleWords(data)}
        </EmptyState>
      </ChartCard>
    )
  }
  const isAll = asked.count === ''
  const table = data.count === 0 ? undefined : forecastTable(data)
  return (
    <ChartCard
      name={NAME}
      finding={forecastFinding(data, isAll)}
      busy={isPlaceholderData}
      data={table}
      definition={<ForecastDefinition forecast={data} />}
      note={`${count(data.runs)} runs over the pace of ${periodWords(data.sample.from, data.sample.to)}`}
      below={
        <>
          <ByThisDate value={past ?? inAddress.by} forecast={data} rows={rowsTo(data.rows)} onChange={setBy} />
          <BackTest test={data.backTest} />
        </>
      }
      action={<ForecastCount value={inAddress.count} open={data.count} onChange={(value) => put('count', value)} />}
    >
      {data.count === 0 ? (
        <EmptyState title="Nothing is open" level={3}>
          Name a number of requests to see by when so many would be finished.
        </EmptyState>
      ) : (
        <HistogramChart
          label={`How likely ${count(data.count)} requests are finished on each day`}
          summary={forecastSummary(data)}
          first={data.histogram.first}
          daysWide={data.histogram.daysWide}
          shares={data.histogram.share}
          lines={forecastLines(data)}
          markOf={barWords(data)}
        />
      )}
    </ChartCard>
  )
}

function ForecastDefinition({ forecast: { asOf, sample, runs } }: { forecast: Made }) {
  return (
    <Definition asOf={asOf}>
      {count(runs)} futures, each day of which closes as many requests as a random day from {dateWords(sample.from)} to{' '}
      {dateWords(sample.to)} did ({count(sample.closed)} closed). “85%” is the day by which 85% of them have closed that
      many. Seasons and trends are not in it, which is why past forecasts are tested below the chart.
    </Definition>
  )
}
