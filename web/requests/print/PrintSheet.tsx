import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { LONG_TEXTS } from '../../../shared/request-fields.ts'
import { standingInWords } from '../../../shared/outlook-words.ts'
import { isOpen, STATUSES } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import type { HistoryEntry } from '../../../shared/request-history.ts'
import { fullName } from '../../../shared/people.ts'
import type { PersonName } from '../../../shared/users.ts'
import type { Comment } from '../../../shared/comments.ts'
import { commentsOptions } from '../../vocabulary/comments-api.ts'
import { requestDocumentsOptions } from '../../vocabulary/documents-api.ts'
import { useOfficeName } from '../../client/office-name.ts'
import { useSession } from '../../client/session.ts'
import { usePrintTime } from '../../ui/print-time.ts'
import { historyOptions, outlookOptions } from '../../vocabulary/api.ts'
import { PriorityMark } from '../../vocabulary/badges.tsx'
import { requestAddress } from '../../vocabulary/copy-link.ts'
import { DepartmentName } from '../../vocabulary/DepartmentName.tsx'
import { dueWords, fullInstant, instantDay, officeToday } from '../../formats/dates.ts'
import { Description } from '../../vocabulary/Description.tsx'
import { eventWords, FIELD_LABELS } from '../../vocabulary/history-words.ts'
import { classes } from '../../ui/classes.ts'
import styles from './print-sheet.module.css'

function Box({
  no,
  label,
  className,
  children,
}: {
  /** omitted for boxes that only some sheets have: a box has the same number on every sheet */
  no?: number
  label: string
  className?: string
  children?: ReactNode
}) {
  return (
    <div className={className}>
      <span className="caption">
        {no !== undefined && <b>{no} </b>}
        {label}
      </span>
      {children !== undefined && <span className="value">{children}</span>}
    </div>
  )
}

function sentence(entry: HistoryEntry, comments: Map<string, string>): ReactNode {
  const event = eventWords(entry)
  if (entry.action === 'created') return 'Created'
  if (entry.action === 'commented') {
    const said = comments.get(entry.at)
    return said === undefined ? (
      'Commented'
    ) : (
      <>
        Comment: <bdi>{said}</bdi>
      </>
    )
  }
  if (event.kind === 'document') return event.did.charAt(0).toUpperCase() + event.did.slice(1)
  if (entry.field === null || entry.action === 'decided') return event.did
  const text = LONG_TEXTS.find(({ name }) => name === entry.field)
  if (text) return `${text.label} changed`
  return (
    <>
      {FIELD_LABELS[entry.field]}: <bdi>{event.old ?? 'None'}</bdi> → <bdi>{event.new ?? 'None'}</bdi>
      {event.reason !== null && (
        <>
          <br />
          Reason: <bdi className={styles.reason}>{event.reason}</bdi>
        </>
      )}
    </>
  )
}

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

type Value = (request: ServiceRequest) => ReactNode

/** The boxes before the texts, in the order of the sheet. */
const FACTS: [label: string | ((request: ServiceRequest) => string), value: Value][] = [
  ['Status', ({ status }) => STATUSES[status]],
  ['Priority', ({ priority }) => <PriorityMark priority={priority} />],
  ['Department', ({ department }) => <DepartmentName of={department} />],
  ['Due date', (request) => dueWords(request).date],
  ['Requester', ({ requester }) => fullName(requester) || 'Unknown'],
  ['Assigned to', ({ assignedTo }) => fullName(assignedTo) || 'Unassigned'],
  ['Created', ({ createdAt }) => instantDay(createdAt)],
  [
    ({ completedAt }) => (completedAt ? 'Completed' : 'Last updated'),
    ({ completedAt, updatedAt }) => instantDay(completedAt ?? updatedAt),
  ],
]

function Facts({ request, standing }: Pick<PrintSheetProps, 'request' | 'standing'>) {
  return (
    <div className="record">
      {FACTS.map(([label, value], i) => (
        <Box key={i} no={i + 1} label={typeof label === 'string' ? label : label(request)}>
          {value(request)}
        </Box>
      ))}
      {LONG_TEXTS.map(({ wire, label }, i) => (
        <div key={wire} className={classes('span-12', styles.longText)}>
          <span className="caption">
            <b>{FACTS.length + 1 + i}</b> {label}
          </span>
          <Description text={request[wire]} />
        </div>
      ))}
      {standing !== null && (
        <Box label="Where it stands" className="span-12">
          <bdi>{standing}</bdi>
        </Box>
      )}
    </div>
  )
}

function Timeline({ history, comments, leavesOut }: Pick<PrintSheetProps, 'history' | 'comments' | 'leavesOut'>) {
  const said = new Map(comments.map(({ createdAt, comment }) => [createdAt, comment]))
  return (
    <>
      <h2>Timeline</h2>
      {leavesOut && (
        <p className="text-12">
          Earlier entries are left out. To print them, choose “Show earlier” below the timeline on the screen first.
        </p>
      )}
      <table className="tight">
        <tbody>
          {history.map((entry) => (
            <tr key={entry.id}>
              <td className="nowrap">{fullInstant(entry.at)}</td>
              <td className="nowrap">{fullName(entry.actor) || 'Unknown'}</td>
              <td>{sentence(entry, said)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
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
  const boxes = FACTS.length + LONG_TEXTS.length
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
      <Facts request={request} standing={standing} />
      {documents.length > 0 && <Documents names={documents} />}
      {history.length > 0 && <Timeline history={history} comments={comments} leavesOut={leavesOut} />}
      <div className={classes('record', styles.signatures)}>
        {['Reviewed by', 'Approved by', 'Date'].map((label, i) => (
          <Box key={label} no={boxes + 1 + i} label={label} className="span-4" />
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
