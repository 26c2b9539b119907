import { useQuery } from '@tanstack/react-query'
import { Copy, Pencil } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Report } from '../../shared/reports/definition.ts'
import { READY_REPORTS, readyReport, REPORT_PERIODS, PERIOD_KEYS } from '../../shared/reports/ready.ts'
import { useAddress, withParam } from '../client/address.ts'
import { useSession } from '../client/session.ts'
import { isNotFound } from '../ui/errors/not-found.ts'
import { Area } from '../app/pages/Area.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { Icon } from '../ui/Icon.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { Select } from '../ui/Select.tsx'
import { DeleteReport } from './DeleteReport.tsx'
import { ExportButtons } from './ExportButtons.tsx'
import { Preview } from './Preview.tsx'
import { reportOptions } from './report-api.ts'
import { ReportMissing } from './ReportMissing.tsx'
import { RunHistory } from './RunHistory.tsx'
import { ownerWords } from './owner-words.ts'
import { ScheduleCard } from './ScheduleCard.tsx'
import { TakeOverReport } from './TakeOverReport.tsx'
import { StoredRun } from './StoredRun.tsx'
import styles from './report-page.module.css'

const PERIODS = PERIOD_KEYS.map((value) => ({ value, label: REPORT_PERIODS[value] }))

/** One report: with current data or as a stored run, its files, its schedule and its history. */
export function ReportPage({ id }: { id: string }) {
  const report = useQuery(reportOptions(id))
  return report.data && !isNotFound(report) ? <Shown report={report.data} /> : <ReportMissing query={report} />
}

function Shown({ report }: { report: Report }) {
  const { content, name, owner } = report
  const [params, changeAddress] = useAddress()
  const runId = params.get('run')
  const usual = content.kind === 'ready' ? readyReport(content.ready).period : undefined
  const period = usual && (PERIOD_KEYS.find((key) => key === params.get('period')) ?? usual)
  const main = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(main, 'button', runId)
  const showNow = () => {
    keepFocus()
    changeAddress((now) => withParam(now, 'run', null))
  }
  const line =
    content.kind === 'ready' ? READY_REPORTS[content.ready].line : owner ? ownerWords(owner, report.ownerIsGone) : ''
  return (
    <Area title={name} line={line} actions={<Actions report={report} />}>
      <div className={styles.columns}>
        <div className={styles.main} ref={main}>
          {runId === null ? (
            <>
              <div className={styles.tools}>
                {period && (
                  <Field label="Period">
                    <Select
                      options={PERIODS}
                      value={period}
                      onValueChange={(value) =>
                        changeAddress((now) => withParam(now, 'period', value === usual ? null : value))
                      }
                    />
                  </Field>
                )}
                <ExportButtons reportId={report.id} period={period} />
              </div>
              <Preview content={content} period={period} />
            </>
          ) : (
            <StoredRun id={runId} onBack={showNow} />
          )}
        </div>
        <aside className={styles.side} aria-label="Schedule and history">
          <ScheduleCard report={report} />
          <RunHistory reportId={report.id} shown={runId} />
        </aside>
      </div>
    </Area>
  )
}

function Actions({ report }: { report: Report }) {
  const user = useSession()?.user
  const isOwn = report.owner?.id === user?.id
  const isLeft = report.ownerIsGone && user?.permissions.includes('team.manage')
  const box = useRef<HTMLSpanElement>(null)
  const keepFocus = useFocusFallback(box, 'a', isLeft)
  return (
    <span className="row wrap" ref={box}>
      {isLeft && <TakeOverReport report={report} onDone={keepFocus} />}
      {report.content.kind === 'custom' && !isOwn && (
        <Link to={`/reports/new?from=${encodeURIComponent(report.id)}`} className={buttonClass()}>
          <Icon of={Copy} />
          Save as my own
        </Link>
      )}
      {isOwn && (
        <Link to={`/reports/${report.id}/edit`} className={buttonClass()}>
          <Icon of={Pencil} />
          Edit
        </Link>
      )}
      {(isOwn || isLeft) && <DeleteReport report={report} />}
      <PrintButton />
    </span>
  )
}
