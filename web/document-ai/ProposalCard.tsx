import { Check, Copy, Undo2 } from 'lucide-react'
import { formatChance } from '../../shared/chance.ts'
import type { DocumentProposal, PossibleDuplicate } from '../../shared/document-proposals.ts'
import { STATUSES } from '../../shared/request-rules.ts'
import { Link } from 'react-router'
import { useDepartments } from '../client/departments.ts'
import { dateWords, instantDay } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { PriorityMark } from '../requests/common/badges.tsx'
import { DepartmentName } from '../people/common/DepartmentName.tsx'
import { RequestLink } from '../requests/common/RequestLink.tsx'
import type { Decisions } from './use-decisions.ts'
import { placeWords } from './words.ts'
import { readingPath } from './paths.ts'
import { ProposalActions } from './ProposalActions.tsx'
import styles from './document-ai.module.css'

export interface ProposalCardProps {
  proposal: DocumentProposal
  pages: number | null
  isCurrent: boolean
  mayDecide: boolean
  decisions: Decisions
  /** called when its number is pressed */
  onShow: () => void
  onEdit: () => void
}

function Duplicate({ duplicate }: { duplicate: PossibleDuplicate }) {
  if (duplicate.kind === 'proposal')
    return (
      <p className={styles.duplicate}>
        <Icon of={Copy} size="s" />
        <span>
          Also proposed from <Link to={readingPath(duplicate.readingId)}>{duplicate.documentName}</Link>
        </span>
      </p>
    )
  const { id, requestId, title, status, completedAt } = duplicate
  const since = completedAt ? `finished ${instantDay(completedAt)}` : STATUSES[status]
  return (
    <p className={styles.duplicate} title={title}>
      <Icon of={Copy} size="s" />
      <span>
        Close to <RequestLink id={id}>{requestId}</RequestLink>, {since}
      </span>
    </p>
  )
}

function State({ proposal }: { proposal: DocumentProposal }) {
  const { state, request, confidence } = proposal
  if (state === 'open') return <span className={styles.sure}>{formatChance(confidence)} sure</span>
  if (state === 'refused') return <span className={styles.sure}>Dismissed</span>
  return (
    <span className={styles.created}>
      <Icon of={Check} size="s" />
      {request ? (
        <>
          Created as <RequestLink id={request.id}>{request.requestId}</RequestLink>
        </>
      ) : (
        'Created'
      )}
    </span>
  )
}

/** A request that a passage asks for: dashed while it is only proposed, solid once decided. */
export function ProposalCard(props: ProposalCardProps) {
  const { proposal, pages, isCurrent, mayDecide, decisions, onShow } = props
  const { id, position, title, priority, department, developmentType, dueDate, duplicates, state, edited } = proposal
  const isOpen = state === 'open'
  const departments = useDepartments()
  // A request for a retired department is created in its successor.
  const shownDepartment = isOpen ? (departments.presentOf(department) ?? department) : department
  const look = { open: styles.open, accepted: styles.accepted, refused: styles.refused }[state]
  return (
    <li
      className={classes(styles.proposal, look, isCurrent && styles.current)}
      data-proposal={id}
      aria-current={isCurrent || undefined}
    >
      <div className={styles.head}>
        <button
          type="button"
          className={styles.number}
          data-act="show"
          aria-label={`Show passage ${position} in the document`}
          onClick={onShow}
        >
          {position}
        </button>
        <span className="text-12 muted grow">{placeWords(proposal, pages)}</span>
        <State proposal={proposal} />
      </div>
      <h3 className={styles.title}>
        <bdi>{title}</bdi>
      </h3>
      <p className={styles.values}>
        <PriorityMark priority={priority} />
        <span>
          <DepartmentName of={shownDepartment} />
        </span>
        {developmentType && <span>{developmentType}</span>}
        {dueDate ? <span>due {dateWords(dueDate)}</span> : isOpen && <span className="muted">no due date</span>}
        {edited.length > 0 && isOpen && <span className="muted">edited</span>}
      </p>
      {isOpen && duplicates.slice(0, 3).map((one) => <Duplicate key={one.id} duplicate={one} />)}
      {isOpen && decisions.doubted === id && (
        <p className={styles.doubt} role="alert">
          Nothing was created yet: a request that may ask for the same has come in since the document was read.
        </p>
      )}
      {isOpen ? (
        <ProposalActions {...props} />
      ) : (
        mayDecide && (
          <div className={styles.actions}>
            <Button
              size="small"
              look="quiet"
              icon={Undo2}
              data-act="undo"
              busy={decisions.busyWith === id}
              onClick={() => decisions.decide(proposal, { decision: 'undo' })}
            >
              {state === 'accepted' ? 'Undo' : 'Open again'}
            </Button>
          </div>
        )
      )}
    </li>
  )
}
