import type { Status } from '../../../shared/requests.ts'
import type { Entry, Meaning } from './meaning.ts'
import { OPEN_STATUSES, type OpenStatus } from '../../../shared/request-rules.ts'

const OPEN: Status[] = [...OPEN_STATUSES]
const UNSTARTED: Status[] = ['pending']

const completed = (more: object = {}): Meaning => ({
  kind: 'status',
  status: ['completed'],
  event: 'completed',
  ...more,
})
const rejected = (more: object = {}): Meaning => ({ kind: 'status', status: ['rejected'], event: 'closed', ...more })
const cancelled = (more: object = {}): Meaning => ({ kind: 'status', status: ['cancelled'], event: 'closed', ...more })

const OPEN_PHRASES: Record<OpenStatus, string> = {
  pending:
    'pending (review); awaiting (a/the/their/its) (first/initial) review/approval/triage/decision; waiting for (a/the/their/its) (first/initial) review/approval/triage/decision; waiting to be reviewed/approved/started/triaged/picked; ready for (a/the/their/its) (first/initial) review/approval/triage/decision; ready to be reviewed/approved/started/triaged/picked; in review; under review; unreviewed; untriaged; unstarted; waiting; in the queue; queued; queueing; to be reviewed; to review; nobody has looked at; to triage; for me to approve/review/decide (on/about); i have/need to approve/review/decide (on/about); i must approve/review/decide; waiting for my review/approval/decision; need/needs (my) review/approval; need/needs my decision; requests/anything/something to approve/review; yet to start; yet to be started/reviewed; but not (yet) started/begun (yet); wait; wait for review/approval',
  in_progress:
    'in progress; being worked (on); under way; underway; ongoing; in the works; being done/handled/built/implemented/processed/developed; in development; worked on; currently worked on; wip; work in progress; in hand; being dealt with',
}

export const STATUSES: readonly Entry[] = [
  [
    { kind: 'status', status: OPEN },
    'open; unfinished; unresolved; outstanding; active; incomplete; uncompleted; unclosed; unsolved; still to do; left to do; to be done; (still) lying/lie/lies/hanging/sitting/sits/sit/kicking/floating/knocking around/about; around still; not been dealt with; left undone; undone; still alive/running/live/around; not dealt with; backlog; remaining; on the go; in the pipeline; live; alive; not final; in flight; open items; to finish; left over; left open; but not finished/completed/done/closed (yet); must finish/complete/deliver/close; need/needs/have/has to finish/complete/deliver/close',
  ],
  ...OPEN_STATUSES.map((status): Entry => [{ kind: 'status', status: [status] }, OPEN_PHRASES[status]]),
  [
    completed(),
    'completed; finished; done; ready; closed; resolved; delivered; fulfilled; solved; shipped; implemented; complete; wrapped up; finalised; finalized; completions; completion; successful; successfully; settled',
  ],
  [
    completed({ isVerb: true }),
    'did we get done; do we get done; we get done; we got done; turn around; turns around; turning around; went out; go out; goes out; going out; gone out; complete; finish; close; resolve; deliver; fulfil; fulfill; solve; get done; get through; finish off; close out; closing; finishing; completing; wrap up; got done; got through; closed out; finished off; closes; finishes; completes; delivers; resolves; clear; cleared; clears; clearing; settle; settles; ship; ships; shipping; got finished; get finished; get closed; got closed; closing out; finishing off; wraps up; wrapping up; finalise; finalize; fulfils; fulfilling; solving; solves; resolving; delivering; close off; closed off; tick off; ticked off; signed off; polish off; polished off; knocked out; turned around; get out the door; wrapped; went through; sorted out; sort out; dealt with; complete successfully',
  ],
  [
    rejected(),
    'rejected; refused; declined; turned down; denied; rejections; rejection; refusals; refusal; said no to; knocked back; dismissed; disapproved',
  ],
  [rejected({ isVerb: true }), 'reject; refuse; decline; turn down; deny; say no to; rejecting; rejects'],
  [
    cancelled(),
    'cancelled; canceled; withdrawn; called off; abandoned; cancellations; cancellation; withdrawals; withdrawal; retracted; revoked; dropped; pulled back',
  ],
  [cancelled({ isVerb: true }), 'cancel; withdraw; call off; cancelling; canceling; abandon; drop; withdrew; cancels'],
]

/** Sort phrases that include a status: "the oldest open ones", "most overdue". */
export const ORDERED_STATUSES: readonly Entry[] = [
  [
    { kind: 'status', status: OPEN },
    'longest open; longest running; longest waiting; open (the) longest; open for (the) longest; waiting (the) longest; waiting for (the) longest; been open (the) longest; been waiting (the) longest; been open for (the) longest; been waiting for (the) longest; oldest open; open for the longest time; longest outstanding; been around (the) longest; sitting (the) longest; waited (the) longest; open since more than; open longer than; open for more than; open for over; been open for more than; been open longer than; open for longer than; open for less than; waiting for more than; waiting longer than; waiting more than; been waiting for more than; open more than; open over; open at least; waiting over; open for at least; work on first; do first; work on next; do next; tackle first; tackle next; should come first; i do/tackle/start first/next/now; i work on first/next/now; i have/need to do first/next; i start with; i begin with',
  ],
  [
    { kind: 'status', status: UNSTARTED },
    '(been) waiting (the) longest for (a) (the) review/approval; waiting for (a) (the) review/approval (the) longest; been pending (the) longest; pending (the) longest; pending for (the) longest; longest pending; pending for more than; pending longer than; pending for over; pending over; pending more than',
  ],
  [{ kind: 'status', status: ['in_progress'] }, 'been in progress (the) longest; in progress (the) longest'],
  [
    { kind: 'status', status: ['completed'], event: 'completed' },
    'most recently completed; most recently finished; last completed; last finished; latest completed; latest finished; recently completed; recently finished; just completed; just finished; newest completed; most recently closed; recently closed; last closed; last to be completed; lately completed; lately finished; completed recently; finished recently; most recently done',
  ],
  [
    { kind: 'overdue' },
    'most overdue; longest overdue; overdue (the) longest; overdue for (the) longest; latest overdue; most delayed; worst overdue; late (the) longest; oldest overdue; longest past due; furthest past due; overdue the most; longest delayed; been overdue (the) longest; been overdue for (the) longest; furthest overdue; most days overdue; overdue for more than; overdue for over; overdue more than; overdue over',
  ],
]

export const NEGATED_STATUSES: readonly Entry[] = [
  [
    { kind: 'status', status: OPEN },
    'is/are/was/were not (yet) finished/done/ready/closed/resolved/delivered/settled; not (been) (yet) finished/done/ready/resolved/closed/delivered/solved/implemented/settled; not yet (been) completed/complete/fulfilled; not (been) completed yet; not finish; never (been) finished/completed/done; not (been) finished/done/closed/resolved (yet); not yet completed',
  ],
  [
    { kind: 'status', status: UNSTARTED },
    'not (been) (yet) started/begun/reviewed/triaged/touched; not (been) picked up; not started yet; never (been) started/reviewed/triaged; no review; not being worked on; nobody has started; no one has started; not (been) (yet) looked at; not (been) approved',
  ],
]
