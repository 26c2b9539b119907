import { useRef, useState } from 'react'
import type { ReadingDetails } from '../../shared/document-ai.ts'
import type { DocumentProposal, ProposalState } from '../../shared/document-proposals.ts'
import { useSession } from '../client/session.ts'
import { EngineLine, EngineNote } from '../ai/suggestions/EngineLine.tsx'
import { classes } from '../ui/classes.ts'
import { count } from '../ui/count.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { cardOf, onCardKey } from './card-keys.ts'
import { EditProposal } from './EditProposal.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import type { Decisions } from './use-decisions.ts'
import { useNextFocus } from './use-next-focus.ts'
import styles from './document-ai.module.css'

const FILTERS: { state: ProposalState; label: string; nothing: string }[] = [
  { state: 'open', label: 'Open', nothing: 'Everything here has been decided' },
  { state: 'accepted', label: 'Created', nothing: 'Nothing has been created yet' },
  { state: 'refused', label: 'Dismissed', nothing: 'Nothing has been dismissed' },
]

/** Proposals of a state, and those decided since the filter was chosen, which keep their place. */
function useFiltered(proposals: DocumentProposal[]) {
  const [filter, setFilter] = useState<ProposalState>('open')
  const [openIds, setOpenIds] = useState(() => idsIn(proposals, 'open'))
  const [known, setKnown] = useState(proposals.length)
  if (known !== proposals.length) {
    setKnown(proposals.length)
    setOpenIds(idsIn(proposals, filter))
  }
  return {
    filter,
    choose: (next: ProposalState) => {
      setFilter(next)
      setOpenIds(idsIn(proposals, next))
    },
    shown: proposals.filter(({ id, state }) => state === filter || openIds.has(id)),
  }
}

function idsIn(proposals: DocumentProposal[], state: ProposalState): ReadonlySet<string> {
  return new Set(proposals.filter((one) => one.state === state).map(({ id }) => id))
}

interface ProposalListProps {
  reading: ReadingDetails
  decisions: Decisions
  current: string | null
  onSelect: (id: string) => void
  /** called to show it in the document, where that is another view */
  onShow: (id: string) => void
}

/** The requests that a document asks for, each to be created, edited or dismissed. */
export function ProposalList({ reading, decisions, current, onSelect, onShow }: ProposalListProps) {
  const { proposals, counts, document, engine } = reading
  const { filter, choose, shown } = useFiltered(proposals)
  const [edited, setEdited] = useState<DocumentProposal | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const remember = useNextFocus(list, heading, proposals)
  const permissions = useSession()?.user.permissions ?? []
  const mayDecide = permissions.includes('requests.create')
  const select = ({ target }: { target: EventTarget }) => {
    const id = cardOf(target)?.dataset['proposal']
    if (id !== undefined && id !== current) onSelect(id)
  }
  const numberOf = { open: counts.open, accepted: counts.accepted, refused: counts.refused }
  return (
    <section className={styles.panel} aria-labelledby="proposed-requests">
      <header className={styles.panelHead}>
        <h2 className="h-14" id="proposed-requests" ref={heading} tabIndex={-1}>
          Proposed requests
        </h2>
        <span className={styles.filters} role="group" aria-label="Which proposals">
          {FILTERS.map(({ state, label }) => (
            <button
              key={state}
              type="button"
              className={classes('chip', filter === state && 'active', styles.filter)}
              aria-pressed={filter === state}
              onClick={() => choose(state)}
            >
              {label} <b>{count(numberOf[state])}</b>
            </button>
          ))}
        </span>
      </header>
      {engine?.note && <EngineNote engine={engine} />}
      {shown.length === 0 ? (
        <Nothing isEmpty={proposals.length === 0} title={FILTERS.find(({ state }) => state === filter)!.nothing} />
      ) : (
        // A click anywhere on a proposal shows its passage; its number is the accessible button for that.
        <div
          ref={list}
          role="presentation"
          onClick={select}
          onFocus={select}
          onKeyDown={onCardKey}
          onClickCapture={({ target }) => remember(target)}
          onSubmitCapture={({ target }) =>
            target instanceof HTMLElement && remember(target.querySelector('[data-act="create"]') ?? target)
          }
        >
          <ol className={styles.proposals} aria-label="Proposed requests">
            {shown.map((proposal) => (
              <ProposalCard
                key={proposal.id}
                proposal={proposal}
                pages={document.pages}
                isCurrent={proposal.id === current}
                mayDecide={mayDecide}
                decisions={decisions}
                onShow={() => onShow(proposal.id)}
                onEdit={() => setEdited(proposal)}
              />
            ))}
          </ol>
        </div>
      )}
      {engine && <EngineLine engine={engine} stamped="Suggested by the AI" />}
      {edited && <EditProposal proposal={edited} onClose={() => setEdited(null)} onReopen={() => setEdited(edited)} />}
    </section>
  )
}

function Nothing({ isEmpty, title }: { isEmpty: boolean; title: string }) {
  return (
    <div className="card">
      {isEmpty ? (
        <EmptyState title="No requests found" level={3}>
          Nothing in this document reads like something the office should build or change. What it says is marked in the
          text and listed below.
        </EmptyState>
      ) : (
        <EmptyState title={title} level={3} />
      )}
    </div>
  )
}
