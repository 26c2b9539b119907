import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ReadError } from '../../errors/ReadError.tsx'
import { Area } from '../../pages/Area.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { listPart } from '../../vocabulary/list-state.ts'
import { reportOptions } from '../report-api.ts'
import { Builder } from './Builder.tsx'
import { emptyForm, formOf } from './builder-form.ts'

const LINE = 'Filters, columns, a grouping and a chart. The preview shows what you would get now.'

/** A new report: empty, with the filters of the list that led here, or like another one. */
export function NewReport() {
  const [params] = useSearchParams()
  const from = params.get('from')
  const source = useQuery({ ...reportOptions(from ?? ''), enabled: from !== null })
  if (from !== null && !source.data) return <Waiting query={source} />
  const start = source.data ? { ...formOf(source.data), sharedWith: [] } : emptyForm(listPart(params.toString()))
  return (
    <Area line={LINE}>
      <Builder start={start} />
    </Area>
  )
}

export function EditReport({ id }: { id: string }) {
  const report = useQuery(reportOptions(id))
  if (!report.data) return <Waiting query={report} />
  return (
    <Area title={`Edit ${report.data.name}`} line={LINE}>
      <Builder start={formOf(report.data)} report={report.data} />
    </Area>
  )
}

function Waiting({
  query,
}: {
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown }
}) {
  return (
    <Area>
      {query.isError ? (
        <ReadError title="The report could not be loaded" query={query} />
      ) : (
        <Loading label="Loading the report">
          <Skeleton height={480} />
        </Loading>
      )}
    </Area>
  )
}
