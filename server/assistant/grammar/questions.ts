import type { Entry } from './meaning.ts'

/** Phrases for what is asked about the requests. */
export const MEASURES: readonly Entry[] = [
  [
    { kind: 'measure', measure: 'count' },
    'how many of those/them/these; how many; number of; the number; numbers of; count (of); counts (of); total (number) (of); amount of; volume (of); how much; quantity of; tally (of); figure for; figures for; totals; sum of; in total; altogether; overall; size of; how big is; how large is; how high is',
  ],
  [
    { kind: 'measure', measure: 'list' },
    'which of those/them/these; show (me); list; which; what; give (me); display; see; name (me); tell me; pull up; look up; enumerate; fetch; get me; bring up; find (me); i need; i want to see; i would like to see; let me see; let me have; let us see; can i see/have/get; could i see/have/get; may i see; present; what are; which ones; any; anything; something; got any; do we have; have we got; is there; are there; there are; details of; a list of; lists; listing; i want; i would like',
  ],
  [
    { kind: 'measure', measure: 'share' },
    'how large/big/high is the part/share/portion/percentage/proportion of; how much of; percentage (of); percent (of); % (of); share (of); proportion (of); fraction (of); ratio (of); what part of; how large a part of; how big a part of; how big a share of; how large a share of; what portion of; portion of',
  ],
  [
    { kind: 'measure', measure: 'duration' },
    'between submission/creation/submitting/opening and completion/closing/delivery/closure/finish; from start to finish; from submission/opening to closing/closure; how late; how far behind; how long overdue; how overdue; how long; how many days/weeks/months/hours; how much time; how fast; how quickly; how quick; how soon; how slow; how slowly; processing time; processing times; lead time; lead times; turnaround (time/times); completion time; completion times; resolution time; resolution times; time to complete/finish/close/completion/resolve/resolution/deliver; duration; durations; time it takes; time needed; time taken; days to complete/finish/close; days it takes; days it took; handling time; handling times; throughput time; delivery time; delivery times; time from creation to completion; time from submission to completion/delivery; from creation to completion; take; takes; took; taken; taking; days to completion; end to end time; speed; length; time spent',
  ],
  [
    { kind: 'rate', status: ['rejected'] },
    'rejection rate; refusal rate; rate of rejection/rejections; rejection share',
  ],
  [{ kind: 'rate', status: ['completed'] }, 'completion rate; completion share; rate of completion; success rate'],
  [{ kind: 'rate', status: ['cancelled'] }, 'cancellation rate; withdrawal rate; rate of cancellation/cancellations'],
  [{ kind: 'rate', overdue: true }, 'overdue rate; overdue share; rate of overdue'],
  [
    { kind: 'rate', late: false },
    'on time rate; on time completion (rate); on time delivery (rate); on time share; punctuality',
  ],
  [
    { kind: 'statistic', statistic: 'average' },
    'average; averages; mean; on average; avg; averaged; averagely; in average',
  ],
  [
    { kind: 'statistic', statistic: 'median' },
    'median; medians; typical; typically; usual; usually; normally; normal; generally; in general; as a rule',
  ],
  [
    { kind: 'stage', stage: 'review' },
    'time from creation to the start of work; to the start of work; to be reviewed/started; to get reviewed/started; to start; to review; to first review; before (someone/somebody/anyone/we/they) starts/start/started/reviews/reviewed/picks/looks; before (someone/somebody/anyone/anybody) begins/started; before work starts/begins/started; until work starts/begins/started; until (someone/somebody) starts/looks/reviews; wait before work starts/begins/started/began; before (the) work starts/begins/started/began (on it/them); wait until work starts/begins; until (someone/somebody/anyone) picks/pick/picked it/them up; before (someone/somebody/anyone/anybody) picks/pick/picked it/them up; wait before (someone/somebody/anyone) picks/pick it/them up; before it/they gets/get picked up; before it is/gets reviewed/started/picked; before they are/get reviewed/started/picked; first review; initial review; review time; review times; time to review; time to start; time to first response; waiting time; waiting times; wait time; wait times; reaction time; response time; response times; to get started; to be picked up; before being started/reviewed/picked; reviewed; from submission to start; from creation to start; to be looked at; stay pending; stays pending; wait before; sit in pending; sit pending; time in pending; to pick up; before being looked at; between creation and start; between submission and start',
  ],
  [
    { kind: 'stage', stage: 'work' },
    'from the moment work starts/started/begins/began; once work has started/begun; time from the start of work to completion; cycle time; cycle times; from start to completion/finish/end; from the start of work; once started; after being started; actual work; actual working time; working time; work time; implementation time; from being started; once work starts/started/begins; between start and completion/finish; time in progress; stay in progress; stays in progress; from started to completed; after the start; since work started; hands on time; from start of work',
  ],
  [{ kind: 'stage', stage: 'age' }, 'how long open; age; ages; how old'],
  [
    { kind: 'stage', stage: 'delay' },
    'overrun; overruns; overran; run over; miss the deadline by; how late; how overdue; delay; delays; days late; days overdue; how far behind; how many days late; how many days overdue; how far past due; delay past the due date; how much too late; lateness; days of delay; how long overdue',
  ],
  [
    { kind: 'step' },
    'actual building; actual development; actual implementation; building it; the building; build phase; the development; technical assessment; assessment; implementation; testing (and deployment); deployment; initial review; first review; first check; initial check; a review; reviews; the review',
  ],
  [
    { kind: 'workload' },
    'least busy; drowning (in work); plate; plates; desk; desks; on the plate; on their plate; on their plates; on their desk; hands full; overburdened; slammed; flooded; under water; most on their/his/her; much on their/his/her; has most on; have most on; busy; busiest; workload; workloads; capacity; swamped; overloaded; overworked; work load; load; loaded; distribution of work; work spread; work distributed; spread of work; spare capacity; work is spread; who does what; work to do; has too much; too much work; too much to do; least to do; most to do; nothing to do; little to do; buried; stretched; has room; free hands; spare time; could take more; take on more; most work; least work',
  ],
]

function timeGroup(group: 'day' | 'week' | 'month' | 'quarter' | 'year', more: string): Entry {
  const phrases = `busiest/quietest ${group}; ${group} by ${group}; per/by/each/every/a/which/what ${group}; in which ${group}`
  return [{ kind: 'group', group }, `${phrases}; ${more}`]
}

export const GROUPS: readonly Entry[] = [
  [
    { kind: 'by' },
    'mix (of); spread over/across/among/between/out; spread out over/across; distributed over/across/among/between; split over/across/among/between/up; split up by; divided over/among/between/by; shared out; broken down per; separated by; separately for; for every single; arranged by; organised by; break down; broken up by; a breakdown of; spread (of); distribution (of); distributed; split; by; per; each; for each; for every; in each; in every; every; across; broken down by; split by; grouped by; group by; group/order/arrange/rank them/these/those/it/this by; sort/order/arrange/rank them/these/those/it/this/the; grouped; sorted by; ordered by; according to; breakdown by; breakdown; broken down; divided by; across all; rank (the); ranking (of) (the); ranked (by); for the different; sort by; divided into; depending on',
  ],
  [{ kind: 'group', group: 'department' }, 'department; team; unit; dept; division; section'],
  [{ kind: 'group', group: 'department', isPlural: true }, 'departments; teams; units; depts; divisions; sections'],
  [{ kind: 'group', group: 'status' }, 'status; state; stage of work; current status'],
  [{ kind: 'group', group: 'status', isPlural: true }, 'statuses; states'],
  [
    { kind: 'group', group: 'priority' },
    'priority; urgency; priority level; prio; level of priority; importance; how urgent/important (they/it are/is)',
  ],
  [{ kind: 'group', group: 'priority', isPlural: true }, 'priorities; priority levels; urgencies'],
  [
    { kind: 'group', group: 'type' },
    'type; development type; kind; sort of request; type of request; kind of request; type of development; category; kind of work; type of work; kind of development; request type; nature',
  ],
  [
    { kind: 'group', group: 'type', isPlural: true },
    'types; development types; kinds; types of request/requests; kinds of request/requests; categories; kinds of work; types of work; request types',
  ],
  [
    { kind: 'group', group: 'assignee' },
    'assignee; assigned person; responsible person; owner; handler; developer; who is working on them; who they are assigned to; whom they are assigned to; person responsible; team member; whose plate',
  ],
  [
    { kind: 'group', group: 'assignee', isPlural: true },
    'assignees; owners; handlers; team members; developers; workers',
  ],
  [
    { kind: 'group', group: 'requester' },
    'requester; submitter; requestor; customer; asker; author; creator; who submitted them; who requested them; who created them; sender',
  ],
  [
    { kind: 'group', group: 'requester', isPlural: true },
    'requesters; submitters; requestors; customers; askers; authors; creators; senders',
  ],
  [
    { kind: 'group', group: 'person' },
    'who; whom; person; colleague; employee; user; staff member; manager; member of staff; member; head; officer; whose',
  ],
  [
    { kind: 'group', group: 'person', isPlural: true },
    'people; persons; colleagues; employees; users; staff; everybody; everyone; managers; members of staff; members; each of us; officers; anybody; anyone; somebody; someone',
  ],
  timeGroup('day', 'daily; on which day; days by'),
  timeGroup('week', 'weekly; week after week; weeks by; week on week; week to week'),
  timeGroup('month', 'monthly; month after month; which months; month on month; month to month; months by'),
  timeGroup('quarter', 'quarterly; quarter on quarter'),
  timeGroup('year', 'yearly; annually; annual; year on year'),
  [
    { kind: 'trend' },
    'trend; trends; over time; over the months/weeks/years/quarters/year; go/goes/going/went/gone up or down; bigger; getting bigger; getting smaller; getting larger; development of; developed; develop; evolution (of); evolve; evolved; growing; growing or shrinking; grow; grew; grown; shrink; shrinking; shrank; increase; increasing; increased; decrease; decreasing; decreased; rising; rise; risen; falling; fall; fallen; declining; going up; going down; gone up; gone down; go up; go down; went up; went down; history of; curve; time series; course of; get faster/slower/quicker/better/worse; gets faster/slower; become quicker; got quicker; got worse; gotten worse; worse; got better; gotten better; worsened; worsen; worsening; getting faster; getting slower; getting better; getting worse; faster or slower; slower or faster; speeding up; slowing down; got faster; got slower; become faster; become slower; getting quicker; improved; improve; improving; better or worse; catching up; falling behind; change over; changed over; up or down; chart; graph; plot; timeline; progression; keeping up; keep up; becoming faster; becoming slower; quicker; building up; piling up; pile up; getting longer; getting shorter; get/getting/got/become/becoming faster/quicker or slower; get/getting/got/become/becoming slower or faster/quicker; get/getting/got better or worse; getting longer or shorter; more than we finish; in and out',
  ],
]
