import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReportContent } from '../../shared/reports/definition.ts'
import type { ReportPeriod } from '../../shared/reports/ready.ts'
import { ReadError } from '../errors/ReadError.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { DocumentView } from './document/DocumentView.tsx'
import { previewOptions } from './report-api.ts'

/** A report with current data; the previous preview stays while another one is computed. */
export function Preview({ content, period }: { content: ReportContent; period?: ReportPeriod | undefined }) {
  const preview = useQuery({ ...previewOptions(content, period), placeholderData: keepPreviousData })
  if (preview.isError) return <ReadError title="The report could not be made" query={preview} />
  if (!preview.data) {
    return (
      <Loading label="Making the report">
        <Skeleton height={480} />
      </Loading>
    )
  }
  return (
    <div aria-busy={preview.isFetching}>
      <DocumentView document={preview.data} />
    </div>
  )
}
