import type { Status } from '../../../shared/requests.ts'
import type { Entry, Meaning } from './meaning.ts'

const OPEN: Status[] = ['pending', 'in_progress']
const UNSTARTED: Status[] = ['pending']

const completed = (more: object = {}): Meaning => ({
  kind: 'status',
  status: ['completed'],
  event: 'completed',
  ...more,
})
const rejected = (more: object = {}): Meaning => ({ kind: 'status', status: ['rejected'], event: 'closed', ...more })
const cancelled = (more: object = {}): Meaning => ({ kind: 'status', status: ['cancelled'], event: 'closed', ...more })

export const STATUSES: readonly Entry[] = [
  [
    { kind: 'status', status: OPEN },
    'open; unfinished; unresolved; outstanding; active; incomplete; uncompleted; unclosed; unsolved; still to do; left to do; to be done; (still) lying/lie/lies/hanging/sitting/sits/sit/kicking/floating/knocking around/about; around still; not been dealt with; left undone; undone; still alive/running/live/around; not dealt with; backlog; remaining; on the go; in the pipeline; live; alive; not final; in flight; open items; to finish; left over; left open; but not finished/completed/done/closed (yet); must finish/complete/deliver/close; need/needs/have/has to finish/complete/deliver/close',
  ],
  [
    { kind: 'status', status: UNSTARTED },
    'pending (review); awaiting (a/the/their/its) (first/initial) review/approval/triage/decision; waiting for (a/the/their/its) (first/initial) review/approval/triage/decision; waiting to be reviewed/approved/started/triaged/picked; in review; under review; unreviewed; untriaged; unstarted; waiting; in the queue; queued; queueing; to be reviewed; to review; nobody has looked at; to triage; for me to approve/review/decide (on/about); i have/need to approve/review/decide (on/about); i must approve/review/decide; waiting for my review/approval/decision; need/needs (my) review/approval; need/needs my decision; requests/anything/something to approve/review; yet to start; yet to be started/reviewed; but not (yet) started/begun (yet); wait; wait for review/approval',
  ],
  [
    { kind: 'status', status: ['in_progress'] },
    'in progress; being worked (on); under way; underway; ongoing; in the works; being done/handled/built/implemented/processed/developed; in development; worked on; currently worked on; wip; work in progress; in hand; being dealt with',
  ],
  [
    completed(),
    'completed; finished; done; closed; resolved; delivered; fulfilled; solved; shipped; implemented; complete; wrapped up; finalised; finalized; completions; completion; successful; successfully; settled',
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
    'is/are/was/were not (yet) finished/done/closed/resolved/delivered/settled; not (been) (yet) finished/done/resolved/closed/delivered/solved/implemented/settled; not yet (been) completed/complete/fulfilled; not (been) completed yet; not finish; never (been) finished/completed/done; not (been) finished/done/closed/resolved (yet); not yet completed',
  ],
  [
    { kind: 'status', status: UNSTARTED },
    'not (been) (yet) started/begun/reviewed/triaged/touched; not (been) picked up; not started yet; never (been) started/reviewed/triaged; no review; not being worked on; nobody has started; no one has started; not (been) (yet) looked at; not (been) approved',
  ],
]

export const PRIORITIES: readonly Entry[] = [
  [
    { kind: 'priority', priority: ['critical'] },
    'most critical; critical (priority); criticals; crit; crits; priority critical; top priority; highest priority; p1; maximum priority; show stopper; showstoppers; blocker; blockers; of critical priority; with critical priority; of critical urgency',
  ],
  [
    { kind: 'priority', priority: ['high'] },
    'high (priority); highs; priority high; of high priority; p2; high prio; with high priority; high importance; high urgency',
  ],
  [
    { kind: 'priority', priority: ['medium'] },
    'medium (priority); mediums; priority medium; normal priority; middle priority; mid priority; p3; moderate priority; of medium priority; ordinary priority',
  ],
  [
    { kind: 'priority', priority: ['low'] },
    'low (priority); lows; priority low; lowest priority; p4; of low priority; low prio; minor priority; low urgency',
  ],
  [
    { kind: 'priority', priority: ['high', 'critical'] },
    'high or critical (priority); high and critical (priority); critical or high (priority); critical and high (priority); high (priority) or above/higher/worse; high (priority) and above/higher/up; at least high (priority); above medium (priority); higher than medium; more than medium priority; more important than medium',
  ],
  [
    { kind: 'priority', priority: ['high', 'critical'], isLoose: true },
    'urgent; important; pressing; high profile; urgently needed; serious',
  ],
  [
    { kind: 'priority', priority: ['low', 'medium'] },
    'medium (priority) or lower/below; medium (priority) and lower/below; below high (priority); lower than high; at most medium (priority); less than high priority',
  ],
  [
    { kind: 'priority', priority: ['medium', 'high', 'critical'] },
    'medium (priority) or above/higher; medium (priority) and above/higher/up; at least medium (priority); above low (priority); higher than low',
  ],
  [
    { kind: 'priority', priority: ['low', 'medium', 'high'] },
    'high (priority) or lower/below; high (priority) and lower/below; below critical (priority); lower than critical; less than critical',
  ],
]

export const DEPARTMENTS: readonly Entry[] = [
  [
    { kind: 'department', department: ['it'] },
    'it development (department/team/unit); it dev; it department/team/unit/dept; information technology; it developers; developers; dev team; it colleagues/people/staff/folks',
  ],
  [
    { kind: 'department', department: ['data'] },
    'data management (department/team/unit); data (department/team/unit/dept); data mgmt; data people/folks/colleagues; data side',
  ],
  [
    { kind: 'department', department: ['security'] },
    'cybersecurity (department/team/unit); cyber security (department/team/unit); cyber (team/department); security (department/team/unit/dept); infosec; it security; security people/folks/colleagues',
  ],
  [
    { kind: 'department', department: ['operations'] },
    'operations (department/team/unit/dept); ops (team/department); operation department; operations people/folks/colleagues/staff',
  ],
  [
    { kind: 'department', department: ['compliance'] },
    'compliance (department/team/unit/dept); compliance people/folks/colleagues/staff',
  ],
]

export const TYPES: readonly Entry[] = [
  [
    { kind: 'type', type: ['UI'] },
    'ui; user interface; front end; frontend; ui type; (development) type ui; ui work; gui; ux',
  ],
  [{ kind: 'type', type: ['Backend'] }, 'backend; back end; (development) type backend; server side'],
  [{ kind: 'type', type: ['Integration'] }, 'integration (type); integrations; (development) type integration'],
  [{ kind: 'type', type: ['Full-Stack'] }, 'full stack (type); fullstack; (development) type full stack'],
  [{ kind: 'type', type: ['Database'] }, 'database (type); databases; (development) type database; db; db work'],
  [
    { kind: 'type', type: ['Security'] },
    'security type; (development) type security; security development; security work; of type security; security typed',
  ],
  [{ kind: 'type', type: ['API'] }, 'api (type); apis; (development) type api'],
]

export const DUE: readonly Entry[] = [
  [
    { kind: 'overdue' },
    'overdue; over due; late; (is/are/was/were) not (been) finished/completed/done/closed/delivered on/in time; not finish/complete/close/deliver on/in time; past due; past (its/their/the) due (date/dates); past (its/their/the/his/her) deadline/deadlines/date; behind schedule; missed (its/their/the/his/her) deadline/deadlines/due (date/dates); delayed; should have been finished/done/completed/closed (by now/already/before); beyond (its/their/the) deadline/due (date); over (its/their/the) deadline/due (date); after (its/their/the) deadline/due date; overdues; overrun; overran; late ones; running late; past its date; out of time; has passed (its/their) due date; late already; already late; in arrears; tardy; passed (its/their/the) deadline/due date/due dates; due date has passed; deadline has passed; due dates have passed; behind',
  ],
  [
    { kind: 'overdue', becomes: true },
    'became overdue; become overdue; went overdue; fell overdue; went past due; turned overdue; going overdue; go overdue; fell due and; missed a deadline; miss (its/their/the) deadline/deadlines',
  ],
  [
    { kind: 'on-time' },
    'ahead of (its/their/the/his/her) schedule/deadline/due date/due dates/time; early; before it was due; before they were due; on or before (its/their/the) due date; on time; in time; on schedule; before (its/their/the) deadline/due date; by its/their/the deadline/due date; within (its/their/the) deadline/due date; punctually; by then; punctual',
  ],
  [
    { kind: 'event', event: 'due' },
    'due (date/dates); fall due; falls due; falling due; deadline; deadlines; have/has (a) deadline; have/has to be finished/done/completed/ready; must be finished/done/completed/ready; need/needs to be finished/done/completed; to be finished/completed/delivered; must finish/complete/deliver/close; need/needs/have/has to finish/complete/deliver/close; expire; expires; supposed to be finished/done; with (a) deadline; due to be finished; comes due; coming due; should be finished/done/completed; needs doing',
  ],
]

export const PEOPLE: readonly Entry[] = [
  [
    { kind: 'unassigned' },
    "nobody (is) looking/looks after; nobody (is) handling/handles; no one (is) looking/looks after; no one (is) handling/handles; nobody (is) doing; nobody is/was responsible (for); nobody took on; nobody has on; nobody on them/it; without anyone/anybody/somebody/someone (assigned) (to them); nobody 's name (on) (them/it); no name (on) (them/it); nobody in charge (of); nobody takes/taking care of; nobody deals/dealing with; nobody 's job/task/responsibility; with nobody; with no one; nobody has claimed; nobody claimed; looking for an owner; in need of an owner/assignee; need/needs an owner/assignee; still need/needs someone/somebody; up for grabs; no assigned person; without a/any person; without a name; lacks an assignee/owner; nobody/no (one) (has) picked up; nobody (has) picked up; no one (has) picked up; nobody (has) taken; nobody took; nobody is doing; unassigned; not (been) (yet) assigned (yet); assigned to nobody/none; assigned to no one; nobody (is) assigned (to); no assignee; no one (is) assigned (to); without (an/any) assignee/owner; no owner; unowned; nobody (is) working on; no one (is) working on; nobody works on; no one works on; nobody/no (one) work on; unclaimed; nobody has taken; no one has taken; not taken; not assigned to anyone/anybody/someone/somebody; ownerless; nobody assigned; have/has nobody; has nobody assigned; no one responsible; nobody responsible; has no one; not (been) picked up by anyone; not owned; belongs to nobody; belong to nobody; nobody owns; no one owns; not allocated; unallocated; free for the taking; nobody is on; not given to anyone; missing an assignee/owner; have/has not/no a/an responsible; have/has no responsible; no responsible; without (a) responsible; lack an assignee/owner; lacking an assignee/owner",
  ],
  [
    { kind: 'assigned' },
    'have/has (an) assignee/owner; assigned; with an assignee/owner; are assigned; somebody is assigned to; someone is assigned to; assigned already; already assigned; somebody works on; assigned to someone/somebody/anyone/anybody',
  ],
  [
    { kind: 'role', role: 'assignee' },
    'assigned to; working on; works on; work on; handled by; handling; handles; assignee; assigned; owned by; owner; on the plate of; on the desk of; responsible for; in the hands of; belongs to; belong to; worked on by; being handled by; plate; desk; queue; hands; has to do; have to do; taken by; being worked on by; in charge of; looks after; looking after; dealing with; carrying; is carrying; sitting with; lies with; with; juggling; table; given to; took on; taken on; picked up by; allocated to; taking care of; own; owns; look after; looked after by; take care of; takes care of; took care of; taken care of by; sit on; sits on; sitting on; sat on; hold; holds; holding; held by; handle; handled; handling; deal with; deals with; in (the) charge of; lie with; lies with; rest with; rests with; done by; run by; driven by; led by; lead; leads; leading; accountable for; responsible; allotted to; with the name of; tasked with; on the list of; working through; busy with; occupied with; have on; has on; in the queue of; landed with; carry; carries; has in hand; have in hand; juggle; juggles; tackle; tackles; tackling',
  ],
  [
    { kind: 'role', role: 'requester' },
    'submitted by; requested by; asked for by; created by; raised by; filed by; opened by; reported by; requester; requested; from; logged by; sent in by; sent by; handed in by; author; coming from; came from; wants; wanted by; asking for; asked; submitter; entered by; made by; put in by; want',
  ],
  [
    { kind: 'me', role: 'assignee' },
    'assigned to me; my queue; my plate; my desk; my table; my tasks; my work; my workload; my backlog; i am working on; i work on; am i working on; i am assigned (to); am i assigned (to); for me to do; waiting for me; i have to do; do i have to do; i need to do; i am handling; i handle; i own; i am responsible for; my assignments; my to do list; my todo list; my todo; with me; on me; i got assigned; i do/tackle/start first/next/now; i work on first/next/now; i have/need to do first/next; i start with; i begin with; need/needs me; need/needs my attention/input/action',
  ],
  [
    { kind: 'me', role: 'requester' },
    'my own requests; my requests; my rfds; my tickets; my submissions; mine; from me; by me; of mine; i asked for; i have asked for; do i have; have i got; i have got; i requested; i want; of my own',
  ],
  [{ kind: 'me' }, 'my; i; me; myself'],
]

export const EVENTS: readonly Entry[] = [
  [
    { kind: 'event', event: 'created', role: 'requester' },
    'send; sends; sending; brought forward; put forward; put through; launched; asked us for; handing in; sending in; filing; raising; submitting; lodging; opening; raises; files; logs; lodges; opens; registers; entering; submit; made; asks for; asks; ask; wrote; write; entered; wanted; created; submitted; raised; logged; filed; registered; entered; requested; asked for; sent in; sent; handed in; lodged; reported; opened; submit; submits; create; raise; file; send in; hand in; ask for; asked; posted; put in; asking',
  ],
  [
    { kind: 'event', event: 'created' },
    'landed; land; landing; lands; arrives; turned up; turn up; poured in; dropped in; came through; come through; got submitted; get submitted; got raised; came our way; come our way; came up; fresh; came in; come in; coming in; comes in; arrived; arrive; arriving; received; receive; get in; got in; incoming; submissions; new; newly created; intake; came to us; reached us; added; flowed in; rolled in; we got; we get; did we get; creation; newly; new ones; inflow; arrivals; brought in',
  ],
  [
    { kind: 'event', event: 'started', role: 'assignee' },
    'started; begun; began; picked up; taken up; kicked off; start; begin; take up; pick up; work began; starts; work started; was started',
  ],
  [
    { kind: 'event', event: 'updated' },
    'updated; changed; modified; touched; edited; activity; moved; update; updates; changes; anything happened; last changed; last updated; movement; progress',
  ],
]
