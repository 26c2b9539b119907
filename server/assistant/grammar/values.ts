import type { Entry } from './meaning.ts'

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
