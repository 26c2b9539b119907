import { useQuery } from '@tanstack/react-query'
import type { Promises } from '../../../shared/analytics/promises.ts'
import { fullName } from '../../../shared/people.ts'
import type { ChartData } from '../../charts/chart-data.ts'
import { ChartCard } from '../../charts/ChartCard.tsx'
import { useAddress, withParam } from '../../client/address.ts'
import { DIM_AFTER_MS, useIsLate, useDataOrPrevious } from '../../client/own-data.ts'
import { ReadError } from '../../errors/ReadError.tsx'
import { dateWords, fullInstant, instantDay, officeMinute } from '../../formats/dates.ts'
import { classes } from '../../ui/classes.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { AS } from '../../ui/table-roles.ts'
import { usePageWithin } from '../../ui/use-page-within.ts'
import { ExportButton } from '../../vocabulary/ExportButton.tsx'
import { RequestLink } from '../../vocabulary/RequestLink.tsx'
import { MOVES_PER_PAGE, movesQuery, promisesOptions } from '../api.ts'
import { daysBetween } from '../../../shared/dates.ts'
import { DEFINITIONS } from '../definitions.ts'
import { type Filters, flowQuery } from '../filters.ts'
import { ledgerFinding } from '../findings.ts'
import { Definition } from './Definition.tsx'
import { daysWords } from '../words.ts'
import rows from './panel-tables.module.css'
import styles from './ledger.module.css'

const NAME = 'Promise ledger'

/** Every change of a due date: who, when, from which date to which, and why. */
export function PromiseLedger({ filters }: { filters: Filters }) {
  const [params, change] = useAddress()
  const page = pageIn(params)
  const query = useQuery(promisesOptions(flowQuery(filters), page))
  const { shown, isBefore, missing } = useDataOrPrevious(query, 15_000)
  const isPale = useIsLate(isBefore, DIM_AFTER_MS)
  const setPage = (next: number, options?: { replace: boolean }) =>
    change((now) => withParam(now, 'moves', next === 1 ? null : String(next)), options)
  usePageWithin({ page, total: isBefore ? undefined : shown?.total, pageSize: MOVES_PER_PAGE }, (last) =>
    setPage(last, { replace: true }),
  )
  return (
    <ChartCard
      name={NAME}
      {...(shown && { finding: ledgerFinding(shown.total) })}
      busy={isBefore}
      isPale={isPale}
      controls={
        shown &&
        shown.total > 0 && (
          <ExportButton label="Export promise ledger" list="promises" view={movesQuery(flowQuery(filters))} />
        )
      }
      {...(shown && {
        data: movesData(shown),
        table: false,
        definition: (
          <Definition asOf={shown.asOf}>
            {DEFINITIONS.ledger} Copied data has the page that is shown; Export has all of them.
          </Definition>
        ),
      })}
    >
      {missing === 'failed' && <ReadError title="The promise ledger could not be loaded" query={query} />}
      {missing === 'offline' && <NotLoaded what="This part of the ledger was not loaded" />}
      {!shown && missing === null && (
        <Loading label="Loading the promise ledger">
          <Skeleton height={180} />
        </Loading>
      )}
      {shown && shown.total > 0 && (
        <>
          <Moves moves={shown.moves} />
          {shown.total > MOVES_PER_PAGE && (
            <div className={styles.ledgerPager}>
              <Pager page={page} total={shown.total} pageSize={MOVES_PER_PAGE} onPage={setPage} />
            </div>
          )}
        </>
      )}
    </ChartCard>
  )
}

function pageIn(params: URLSearchParams): number {
  const text = params.get('moves') ?? ''
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

function Moves({ moves }: Pick<Promises, 'moves'>) {
  return (
    <Scrolling label={NAME} className={classes('scroll-x', rows.scrolled, styles.ledger)}>
      <table {...AS.table} className={rows.table} aria-label={NAME}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            {['Request', 'Moved', 'By', 'From', 'To', 'Reason'].map((head) => (
              <th {...AS.columnHead} key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.group}>
          {moves.map((move) => (
            <Move key={move.id + move.at + move.to} move={move} />
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function Move({ move }: { move: Promises['moves'][number] }) {
  const days = daysBetween(move.from, move.to)
  return (
    <tr {...AS.row}>
      <th {...AS.rowHead} scope="row">
        <RequestLink id={move.id}>
          <span className="request-id">{move.requestId}</span> {move.title}
        </RequestLink>
      </th>
      <td {...AS.cell} title={fullInstant(move.at)}>
        <Narrow>Moved </Narrow>
        <span className="nowrap">{instantDay(move.at)}</span>
      </td>
      <td {...AS.cell}>
        {move.by ? (
          <>
            <Narrow> by </Narrow>
            {fullName(move.by)}
          </>
        ) : (
          <>
            <Narrow> · </Narrow>
            Nobody: done by the system
          </>
        )}
      </td>
      <td {...AS.cell} className={move.wasLate ? 'late' : undefined}>
        <span className="nowrap">{dateWords(move.from)}</span>
        {move.wasLate && <small> had passed</small>}
      </td>
      <td {...AS.cell}>
        <Narrow> → </Narrow>
        <span className="nowrap">{dateWords(move.to)}</span>{' '}
        <small className="muted">{days > 0 ? `${daysWords(days)} later` : `${daysWords(-days)} earlier`}</small>
      </td>
      <td {...AS.cell}>
        <Narrow>Reason: </Narrow>
        {move.reason ?? <span className="muted nowrap">None given</span>}
      </td>
    </tr>
  )
}

/** Words between the values of a narrow table, which has no head to name them. */
function Narrow({ children }: { children: string }) {
  return <span className={styles.narrowWords}>{children}</span>
}

function movesData({ moves }: Promises): ChartData {
  return {
    head: ['Request', 'Title', 'Moved', 'By', 'From', 'To', 'Had passed', 'Reason'],
    rows: moves.map(({ requestId, title, at, by, from, to, wasLate, reason }) => ({
      cells: [requestId, title, officeMinute(at), by ? fullName(by) : null, from, to, wasLate ? 'yes' : 'no', reason],
    })),
  }
}
