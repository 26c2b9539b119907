import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { ChartLoading } from '../../ui/charts/ChartLoading.tsx'
import { useAddress, withParam } from '../../client/address.ts'
import { CALL_TIMEOUT_MS } from '../../client/api.ts'
import { DIM_AFTER_MS, useIsLate, useDataOrPrevious } from '../../client/own-data.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { dateWords } from '../../ui/formats/dates.ts'
import { periodWords } from '../../ui/formats/periods.ts'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { forecastOptions } from '../api.ts'
import { BackTest } from './BackTest.tsx'
import { Definition } from './Definition.tsx'
import { askedIn, type ForecastFigures, forecastFinding, isAhead, forecastTable, tooLittleWords } from './forecast.ts'
import { ByThisDate, ForecastCount } from './ForecastFields.tsx'
import type { PanelProps } from './panel-props.ts'
import { CompletionHistogram } from './CompletionHistogram.tsx'

const NAME = 'Forecast'
const TYPING_PAUSE_MS = 350

interface ForecastPanelProps extends Pick<PanelProps, 'rowsTo'> {
  /** query string of department, priority, type and assignee, without a leading question mark */
  filters: string
}

/** When a number of requests will be done, and how many by a day, from the throughput of the last weeks. */
export function ForecastPanel({ filters, rowsTo }: ForecastPanelProps) {
  const [params, change] = useAddress()
  const inAddress = askedIn(params)
  const debounced = useDebounced(inAddress, TYPING_PAUSE_MS)
  // A past day stays in its field, which reports it, and out of the URL.
  const [past, setPast] = useState<string | null>(null)
  const put = (name: 'count' | 'by', value: string) =>
    change((now) => withParam(now, name, value === '' ? null : value), { replace: true })
  const setBy = (day: string) => {
    setPast(isAhead(day) ? null : day)
    if (isAhead(day)) put('by', day)
  }
  const query = useQuery(forecastOptions(filters, debounced))
  const { shown, isBefore, missing } = useDataOrPrevious(query, CALL_TIMEOUT_MS)
  const isPale = useIsLate(isBefore, DIM_AFTER_MS)
  const made = shown?.kind === 'forecast' ? shown : undefined
  const countField = (
    <ForecastCount value={inAddress.count} open={made?.count} onChange={(value) => put('count', value)} />
  )
  const dateField = <ByThisDate value={past ?? inAddress.by} forecast={made} rowsTo={rowsTo} onChange={setBy} />
  if (missing) {
    // The fields stay mounted: typed values can be corrected, and the focus is not lost.
    return (
      <ChartCard name={NAME} action={countField} below={dateField}>
        {missing === 'failed' ? (
          <ReadError title="Failed to fetch the forecast" query={query} />
        ) : (
          <NotLoaded what="This forecast was not loaded" />
        )}
      </ChartCard>
    )
  }
  if (!shown) {
    return (
      <ChartCard name={NAME} busy>
        <ChartLoading label="Loading the forecast" shape="bars" />
      </ChartCard>
    )
  }
  if (shown.kind === 'too-little') {
    return (
      <ChartCard
        name={NAME}
        finding="There is too little history for a forecast"
        definition={
          <Definition asOf={shown.asOf}>
            Thousands of futures are drawn, each day of which closes as many requests as a random day of the last twelve
            weeks did. “85%” is the day by which 85% of them have closed that many.
          </Definition>
        }
      >
        <EmptyState title="No forecast yet" level={3}>
          {tooLittleWords(shown)}
        </EmptyState>
      </ChartCard>
    )
  }
  return (
    <ChartCard
      name={NAME}
      finding={forecastFinding(shown, debounced.count === '')}
      busy={isBefore}
      isPale={isPale}
      data={shown.count === 0 ? undefined : forecastTable(shown)}
      definition={<ForecastDefinition forecast={shown} />}
      note={`${count(shown.runs)} runs over the pace of ${periodWords(shown.sample.from, shown.sample.to)}`}
      action={countField}
      below={
        <>
          {dateField}
          <BackTest test={shown.backTest} />
        </>
      }
    >
      <CompletionHistogram of={shown} />
    </ChartCard>
  )
}

function ForecastDefinition({ forecast: { asOf, sample, runs } }: { forecast: ForecastFigures }) {
  return (
    <Definition asOf={asOf}>
      {count(runs)} futures, each day of which closes as many requests as a random day from {dateWords(sample.from)} to{' '}
      {dateWords(sample.to)} did ({count(sample.closed)} closed). “85%” is the day by which 85% of them have closed that
      many. Seasons and trends are not in it, which is why past forecasts are tested below the chart.
    </Definition>
  )
}
