import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReportContent } from '../../shared/reports/definition.ts'
import type { ReportPeriod } from '../../shared/reports/ready.ts'
import { useDataOrPrevious } from '../client/own-data.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { DocumentView } from './document/DocumentView.tsx'
import { PREVIEW_MS, previewOptions } from './report-api.ts'
import styles from './reports.module.css'

/** A report with current data; the previous preview stays, dimmed, while another one is computed. */
export function Preview({ content, period }: { content: ReportContent; period?: ReportPeriod | undefined }) {
  const preview = useQuery({ ...previewOptions(content, period), placeholderData: keepPreviousData })
  const { shown, isBefore, missing } = useDataOrPrevious(preview, PREVIEW_MS)
  if (preview.isError) return <ReadError title="The report could not be made" query={preview} />
  if (missing === 'offline') return <NotLoaded what="This report was not made" />
  if (!shown) {
    return (
      <Loading label="Making the report">
        <Skeleton height={480} />
      </Loading>
    )
  }
  return (
    <div aria-busy={preview.isFetching} className={isBefore ? styles.isBefore : undefined}>
      <DocumentView document={shown} />
    </div>
  )
}
