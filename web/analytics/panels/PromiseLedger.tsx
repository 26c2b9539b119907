import { useQuery } from '@tanstack/react-query'
import type { Promises } from '../../../shared/analytics/promises.ts'
import { fullName } from '../../../shared/people.ts'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { CALL_TIMEOUT_MS } from '../../client/api.ts'
import { DIM_AFTER_MS, useIsLate, useDataOrPrevious } from '../../client/own-data.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { officeMinute } from '../../ui/formats/dates.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { usePageWithin } from '../../ui/use-page-within.ts'
import { ExportButton } from '../../reports/exports/ExportButton.tsx'
import { MOVES_PER_PAGE, movesQuery, promisesOptions } from '../api.ts'
import { DEFINITIONS } from '../definitions.ts'
import { type Filters, flowQuery } from '../filters.ts'
import { movesFinding } from '../findings.ts'
import { Definition } from './Definition.tsx'
import { PromiseMoves } from './PromiseMoves.tsx'
import { usePageParam } from '../use-page-param.ts'
import styles from './ledger.module.css'

const NAME = 'Promise ledger'

/** Every change of a due date: who, when, from which date to which, and why. */
export function PromiseLedger({ filters }: { filters: Filters }) {
  const [page, setPage] = usePageParam('moves')
  const query = useQuery(promisesOptions(flowQuery(filters), page))
  const { shown, isBefore, missing } = useDataOrPrevious(query, CALL_TIMEOUT_MS)
  const isPale = useIsLate(isBefore, DIM_AFTER_MS)
  usePageWithin({ page, total: isBefore ? undefined : shown?.total, pageSize: MOVES_PER_PAGE }, (last) =>
    setPage(last, { replace: true }),
  )
  return (
    <ChartCard
      name={NAME}
      {...(shown && { finding: movesFinding(shown.total) })}
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
          <PromiseMoves label={NAME} moves={shown.moves} />
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

function movesData({ moves }: Promises): ChartData {
  return {
    head: ['Request', 'Title', 'Moved', 'By', 'From', 'To', 'Had passed', 'Reason'],
    rows: moves.map(({ requestId, title, at, by, from, to, wasLate, reason }) => ({
      cells: [requestId, title, officeMinute(at), by ? fullName(by) : null, from, to, wasLate ? 'yes' : 'no', reason],
    })),
  }
}
