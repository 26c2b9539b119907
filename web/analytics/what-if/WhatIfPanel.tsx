import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import type { WhatIf } from '../../../shared/analytics/forecast.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { useAddress } from '../../client/address.ts'
import { ApiError } from '../../client/api-error.ts'
import { CALL_TIMEOUT_MS } from '../../client/api.ts'
import { useDataOrPrevious } from '../../client/own-data.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { RefusedNote } from '../../ui/errors/RefusedNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DEFINITIONS } from '../definitions.ts'
import { Definition } from '../panels/Definition.tsx'
import { changeWords, tooLittle, whatIfFinding } from './findings.ts'
import { NumberField } from './NumberField.tsx'
import { RequestPicker } from './RequestPicker.tsx'
import { isChanged, readWhatIf, whatIfQuery, type WhatIfState, withWhatIf } from './state.ts'
import { resultData, WhatIfResult } from './WhatIfResult.tsx'
import styles from './what-if.module.css'

const NAME = 'What if'
const AS_IT_IS: WhatIfState = { people: null, arrivals: null, limit: null, pull: null }

function whatIfOptions(query: string) {
  return queryOptions<WhatIf>({
    queryKey: [`/api/analytics/what-if?${query}`],
    placeholderData: keepPreviousData,
  })
}

/** Simulates other staffing, arrivals, a limit of work in progress or another order, compared with no change. */
export function WhatIfPanel({ filters }: { filters: string }) {
  const [params, changeAddress] = useAddress()
  const state = readWhatIf(params)
  const change = (part: Partial<WhatIfState>) => changeAddress((now) => withWhatIf(now, part), { replace: true })
  const isAsked = isChanged(state)
  const form = useRef<HTMLFormElement>(null)
  const [resets, setResets] = useState(0)
  // The pressed button is disabled or goes away, and the number fields are made anew.
  const focusPicker = () => form.current?.querySelector<HTMLElement>('.combobox')?.focus()
  const reset = () => {
    focusPicker()
    setResets(resets + 1)
    change(AS_IT_IS)
  }
  const dropPull = () => {
    focusPicker()
    change({ pull: null })
  }
  const query = useQuery({ ...whatIfOptions(whatIfQuery(state, filters)), enabled: isAsked })
  const { shown, isBefore, missing } = useDataOrPrevious(query, CALL_TIMEOUT_MS)
  const figures = isAsked && shown?.kind === 'what-if' ? shown : undefined
  return (
    <div className={isAsked ? undefined : styles.unasked}>
      <ChartCard
        name={NAME}
        finding={
          figures && !isBefore
            ? whatIfFinding(figures, state)
            : 'What would more people, fewer arrivals or a limit change?'
        }
        busy={isAsked && isBefore}
        {...(figures && { data: resultData(figures), table: false })}
        definition={
          figures ? <Definition asOf={figures.asOf}>{DEFINITIONS.whatIf}</Definition> : <p>{DEFINITIONS.whatIf}</p>
        }
        note={
          figures &&
          `${count(figures.runs)} runs over the pace of ${count(figures.sample.closed)} closed and ${count(figures.sample.arrived)} arrived requests, by ${count(figures.sample.people)} ${figures.sample.people === 1 ? 'person' : 'people'}`
        }
      >
        <form ref={form} className={styles.form} onSubmit={(event) => event.preventDefault()}>
          {/* A reset also drops invalid text, which is in no value. */}
          <Fragment key={resets}>
            <NumberField of="people" label="People" unit="% of now" value={state.people} onChange={change} />
            <NumberField of="arrivals" label="Arrivals" unit="% of now" value={state.arrivals} onChange={change} />
            <NumberField of="limit" label="Limit in progress" unit="at a time" value={state.limit} onChange={change} />
          </Fragment>
          <RequestPicker value={state.pull} onChange={(pull) => (pull === null ? dropPull() : change({ pull }))} />
          <Button look="quiet" icon={RotateCcw} disabled={!isAsked} onClick={reset}>
            As it is
          </Button>
        </form>
        {isAsked && missing === 'failed' && <Failed query={query} onDrop={dropPull} />}
        {isAsked && missing === 'offline' && <NotLoaded what="This was not calculated" />}
        {isAsked && !shown && missing === null && (
          <Loading label={`${changeWords(state)}: being calculated`}>
            <Skeleton height={180} />
          </Loading>
        )}
        {isAsked && shown?.kind === 'too-little' && (
          <EmptyState title="Too little history" level={3}>
            {tooLittle(shown)}
          </EmptyState>
        )}
        {figures && <WhatIfResult figures={figures} />}
        {!isAsked && (
          <p className="text-13 soft">
            Change one of these to compare with going on as now: when all open requests are closed, how many are open in
            four and twelve weeks, and who finishes later.
          </p>
        )}
      </ChartCard>
    </div>
  )
}

/** Names a request that does not exist (any more) and offers to drop it. */
function Failed({ query, onDrop }: { query: Parameters<typeof ReadError>[0]['query']; onDrop: () => void }) {
  const { error } = query
  if (!(error instanceof ApiError && (error.status === 404 || error.status === 400)))
    return <ReadError title="This could not be calculated" query={query} />
  return (
    <RefusedNote
      title="This request cannot be pulled forward"
      error={error}
      action={
        <Button size="small" onClick={onDrop}>
          Choose another
        </Button>
      }
    />
  )
}
