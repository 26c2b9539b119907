import type { HistoryEntry } from '../../../shared/request-history.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { createPortal } from 'react-dom'
import { standingInWords } from '../../../shared/outlook-words.ts'
import { isOpen } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { fullName } from '../../../shared/people.ts'
import type { PersonName } from '../../../shared/users.ts'
import type { Comment } from '../../../shared/comments.ts'
import { commentsOptions } from '../common/comments-api.ts'
import { requestDocumentsOptions } from '../../documents/common/documents-api.ts'
import { useOfficeName } from '../../client/office-name.ts'
import { useSession } from '../../client/session.ts'
import { usePrintTime } from '../../ui/print-time.ts'
import { historyOptions, outlookOptions } from '../common/api.ts'
import { requestAddress } from '../common/copy-link.ts'
import { fullInstant, officeToday } from '../../ui/formats/dates.ts'
import { classes } from '../../ui/classes.ts'
import { Box, LAST_FACT, PrintedFacts } from './PrintedFacts.tsx'
import { PrintedTimeline } from './PrintedTimeline.tsx'
import styles from './print-sheet.module.css'

/** The printed sheet of the request on the screen. */
export function RequestPrint({ request }: { request: ServiceRequest }) {
  const history = useInfiniteQuery(historyOptions(request.id))
  const comments = useInfiniteQuery(commentsOptions(request.id))
  const attached = useQuery(requestDocumentsOptions(request.id))
  // Read with the request, whichever tab is open: printing cannot wait for a fetch.
  const outlook = useQuery({ ...outlookOptions(request.id), enabled: isOpen(request.status) }).data
  const session = useSession()
  const printedAt = usePrintTime()
  if (printedAt === null) return null
  return (
    <PrintSheet
      request={request}
      history={history.data ?? []}
      comments={comments.data ?? []}
      standing={isOpen(request.status) && outlook?.kind === 'open' ? standingInWords(outlook, officeToday()) : null}
      documents={attached.data?.documents.map(({ name }) => name) ?? []}
      leavesOut={history.hasNextPage}
      printedAt={printedAt}
      printedBy={session?.user ?? null}
    />
  )
}

interface PrintSheetProps {
  request: ServiceRequest
  history: HistoryEntry[]
  comments: Comment[]
  /** the outlook in words; null if there is none */
  standing: string | null
  /** names */
  documents: string[]
  /** whether the history has earlier entries that were not read */
  leavesOut: boolean
  printedAt: string
  printedBy: PersonName | null
}

function Documents({ names }: { names: string[] }) {
  return (
    <>
      <h2>Documents</h2>
      <table className="tight">
        <tbody>
          {names.map((name, i) => (
            <tr key={i}>
              <td>
                <bdi>{name}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The request as a sheet of numbered boxes; nothing else is printed. */
function PrintSheet(props: PrintSheetProps) {
  const { request, history, comments, standing, documents, leavesOut, printedAt, printedBy } = props
  return createPortal(
    <article className={styles.sheet} data-sheet="request" aria-hidden="true">
      <header>
        <div>
          <ShieldCheck strokeWidth={1.5} aria-hidden="true" />
          <span>
            <b>{useOfficeName()}</b>
            <br />
            Request for Development
          </span>
        </div>
        <div className="numeric">
          <b>{request.requestId}</b>
          <br />
          Printed {fullInstant(printedAt)}
          {printedBy && ` by ${fullName(printedBy)}`}
        </div>
      </header>
      <h1>
        <bdi>{request.title}</bdi>
      </h1>
      <PrintedFacts request={request} standing={standing} />
      {documents.length > 0 && <Documents names={documents} />}
      {history.length > 0 && <PrintedTimeline history={history} comments={comments} leavesOut={leavesOut} />}
      <div className={classes('record', styles.signatures)}>
        {['Reviewed by', 'Approved by', 'Date'].map((label, i) => (
          <Box key={label} no={LAST_FACT + 1 + i} label={label} className="span-4" />
        ))}
      </div>
      <footer>
        {window.location.host}
        {requestAddress(request)}
      </footer>
    </article>,
    document.body,
  )
}
