import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Area } from '../../app/pages/Area.tsx'
import { listPart } from '../../requests/common/list-state.ts'
import { reportOptions } from '../report-api.ts'
import { ReportMissing } from '../ReportMissing.tsx'
import { Builder } from './Builder.tsx'
import { emptyForm, formOf } from './builder-form.ts'

const LINE = 'Filters, columns, a grouping and a chart. The preview shows what you would get now.'

/** A new report: empty, with the filters of the list that led here, or as a copy of another one. */
export function NewReport() {
  const [params] = useSearchParams()
  const from = params.get('from')
  const source = useQuery({ ...reportOptions(from ?? ''), enabled: from !== null })
  if (from !== null && !source.data) return <ReportMissing query={source} />
  const start = source.data ? { ...formOf(source.data), sharedWith: [] } : emptyForm(listPart(params.toString()))
  return (
    <Area line={LINE}>
      <Builder start={start} />
    </Area>
  )
}

export function EditReport({ id }: { id: string }) {
  const report = useQuery(reportOptions(id))
  if (!report.data) return <ReportMissing query={report} />
  return (
    <Area title={`Edit ${report.data.name}`} line={LINE}>
      <Builder start={formOf(report.data)} report={report.data} />
    </Area>
  )
}
