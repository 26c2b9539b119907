import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { PersonActionKind } from '../../../shared/people-changes.ts'
import type { PeopleList, Person } from '../../../shared/team.ts'
import { useAddress } from '../../client/address.ts'
import { useDataOrPrevious } from '../../client/own-data.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useMedia } from '../../ui/media.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useDialogAddress } from '../../client/dialog-address.ts'
import { ExportButton } from '../../reports/exports/ExportButton.tsx'
import { peopleOptions } from './api.ts'
import { useNextRowFocused } from './next-row.ts'
import {
  ALL_PEOPLE,
  isNarrowed,
  PEOPLE_SHOWN,
  peopleQuery,
  type PeopleState,
  readPeopleState,
  withPeopleState,
} from './people-state.ts'
import { PeopleBlocks } from './PeopleBlocks.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { PeopleTools } from './PeopleTools.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { PeopleCounts } from './PeopleCounts.tsx'
import { SharedEmails } from './SharedEmails.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SeveralDialog } from './SeveralDialog.tsx'
import { type Selection, useSelection } from './use-selection.ts'
import styles from './people.module.css'

const NOBODY: readonly Person[] = []

/** Up to this width the columns of the table do not fit beside the menu. */
const BLOCKS = '(max-width: 1259.9px)'

/** All accounts and invitations. The state of the page is in the URL, an open account too. */
export function People() {
  const [params, changeAddress] = useAddress()
  const state = readPeopleState(params)
  const query = useQuery({ ...peopleOptions(state), placeholderData: keepPreviousData })
  const { shown, isBefore, missing } = useDataOrPrevious(query)
  const section = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(section, 'input', shown)
  const change = (part: Partial<PeopleState>, options?: { replace?: boolean }) => {
    keepFocus()
    changeAddress((now) => withPeopleState(now, part), options)
  }
  const dialog = useDialogAddress()
  const open = (id: string) => dialog.push((now) => now.set('person', id))
  const openId = params.get('person')
  const focusNextRow = useNextRowFocused(section, shown?.people, openId !== null)
  const selection = useSelection(state, shown?.people ?? NOBODY, shown?.total ?? 0)
  const several = useSeveral()
  const clear = () => {
    selection.clear()
    // The bar disappears with the button that had the focus.
    section.current?.querySelector<HTMLElement>('[data-page-box]')?.focus()
  }
  return (
    <div className="stack">
      <PeopleCounts counts={shown?.counts} />
      {shown && <SharedEmails accounts={shown.counts.sharedEmail} state={state} change={change} />}
      <section className="card" aria-label="People" ref={section}>
        <PeopleTools state={state} change={change} actions={<Actions state={state} />} />
        {query.isError && (
          <div className={styles.problem}>
            <ReadError title="The people could not be loaded" query={query} />
          </div>
        )}
        {shown && selection.size > 0 && (
          <SelectionBar selection={selection} total={shown.total} onAsk={several.ask} onClear={clear} />
        )}
        <div aria-busy={isBefore}>
          {shown ? (
            <Rows list={shown} state={state} change={change} open={open} selection={selection} />
          ) : (
            missing === null && <LoadingRows />
          )}
          {missing === 'offline' && <NotLoaded what="The people were not loaded" />}
        </div>
        {shown && shown.total > 0 && (
          <footer>
            <Pager page={state.page} total={shown.total} pageSize={PEOPLE_SHOWN} onPage={(page) => change({ page })} />
          </footer>
        )}
      </section>
      {openId !== null && (
        <PersonDialog key={openId} id={openId} onClose={() => dialog.close('person')} onRemoved={focusNextRow} />
      )}
      {several.isOpen && <SeveralDialog selection={selection} {...several.dialog} />}
    </div>
  )
}

/** The dialog about several people. Once confirmed, the change is part of the URL: its links are still there after a reload. */
function useSeveral() {
  const [params] = useAddress()
  const address = useDialogAddress()
  const [kind, setKind] = useState<PersonActionKind | null>(null)
  const changeId = params.get('change')
  const close = () => {
    setKind(null)
    if (changeId !== null) address.close('change')
  }
  return {
    ask: setKind,
    isOpen: kind !== null || changeId !== null,
    dialog: { kind, changeId, onStarted: (id: string) => address.push((now) => now.set('change', id)), onClose: close },
  }
}

function Actions({ state }: { state: PeopleState }) {
  return (
    <>
      <ExportButton label="Export people" list="people" view={new URLSearchParams(peopleQuery(state))} />
      <Link to="/team/users/import" className={buttonClass()}>
        <Icon of={Upload} />
        Import from CSV
      </Link>
      <Link to="/team/add-user" className={buttonClass('primary')}>
        <Icon of={Plus} />
        Add New User
      </Link>
    </>
  )
}

interface RowsProps {
  list: PeopleList
  state: PeopleState
  change: (part: Partial<PeopleState>) => void
  open: (id: string) => void
  selection: Selection
}

function Rows({ list, state, change, open, selection }: RowsProps) {
  const isBlocks = useMedia(BLOCKS)
  if (list.people.length === 0) return <Nobody list={list} state={state} change={change} />
  if (isBlocks) return <PeopleBlocks people={list.people} open={open} selection={selection} />
  return <PeopleTable people={list.people} state={state} change={change} open={open} selection={selection} />
}

function Nobody({ list, state, change }: Omit<RowsProps, 'open' | 'selection'>) {
  const last = Math.ceil(list.total / PEOPLE_SHOWN)
  if (last > 0)
    return (
      <EmptyState
        picture="search"
        title="Nobody found"
        level={3}
        actions={<Button onClick={() => change({ page: last })}>Go to page {count(last)}</Button>}
      >
        Page {count(state.page)} is past the end of the list.
      </EmptyState>
    )
  const actions = isNarrowed(state) && <Button onClick={() => change(ALL_PEOPLE)}>Clear all filters</Button>
  return (
    <EmptyState picture="search" title="Nobody found" level={3} actions={actions}>
      Nobody matches this search and these filters.
    </EmptyState>
  )
}

function LoadingRows() {
  return (
    <Loading label="Loading people">
      <div className={styles.loading}>
        {Array.from({ length: PEOPLE_SHOWN }, (_, i) => (
          <Skeleton key={i} width={`${88 - ((i * 17) % 40)}%`} />
        ))}
      </div>
    </Loading>
  )
}
