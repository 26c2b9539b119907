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

export const ORDERS: readonly Entry[] = [
  [
    { kind: 'order', order: 'most' },
    'busiest day/week/month/quarter/year; largest/biggest/highest/greatest/most first; most; highest (number/count/total) (of); largest (number/count/total) (of); biggest (number/count) (of); greatest (number) (of); highest; largest; biggest; greatest; most common; commonest; most often; most frequent; maximum; max; most first; most popular; most frequently; descending',
  ],
  [
    { kind: 'order', order: 'most', isShare: true },
    'highest/largest/biggest/greatest share/percentage/proportion/rate (of); most in percent',
  ],
  [{ kind: 'order', order: 'fewest', isShare: true }, 'lowest/smallest share/percentage/proportion/rate (of)'],
  [
    { kind: 'order', order: 'fewest' },
    'quietest day/week/month/quarter/year; smallest/lowest/least first; fewest; least; lowest (number/count/total) (of); smallest (number/count) (of); lowest; smallest; minimum; min; fewest first; bottom; least common; rarest; least often; least frequent; ascending',
  ],
  [
    { kind: 'order', order: 'most', isDuration: true },
    'slowest; slowest first; takes longest; takes the longest; take longest; take the longest; took longest; took the longest; taking longest; taking the longest; longest; needs longest; needs the longest; need the longest; needed the longest; needed longest; most time; slower; longer; takes longer; take longer; took longer; spends most time; need longer; needs longer; needed longer; most slowly',
  ],
  [
    { kind: 'order', order: 'fewest', isDuration: true },
    'fastest; quickest; quickest to finish; shortest; fastest first; faster; least time; most quickly; shorter; takes less time; took less time; takes shortest; takes the shortest; speediest; quickest turnaround; fastest turnaround; most efficient',
  ],
  [
    { kind: 'sort', sort: 'oldest' },
    '(been) waiting (the) longest for (a) (the) review/approval; waiting for (a) (the) review/approval (the) longest; waited (the) longest; oldest; oldest first; longest open; longest waiting; earliest; open (the) longest; open for (the) longest; waiting (the) longest; waiting for (the) longest; been open (the) longest; been waiting (the) longest; been open for (the) longest; been waiting for (the) longest; been pending (the) longest; pending (the) longest; oldest open; longest running; open for the longest time; been in progress (the) longest; in progress (the) longest; first ever; pending for (the) longest; longest pending; stuck (the) longest; longest standing; been around (the) longest; lying around (the) longest; most aged; (the) most/more old; sitting (the) longest; longest outstanding',
  ],
  [
    { kind: 'sort', sort: 'newest' },
    'by newest; newest; newest first; latest; most recent; most recently created; most recently submitted; recent; recently; lately; recently created; recently submitted; most recent first; just came in; youngest; latest first; freshest; last created; last submitted; most recently; last added',
  ],
  [
    { kind: 'sort', sort: 'overdue' },
    'worst (first); most overdue; longest overdue; overdue (the) longest; overdue for (the) longest; latest overdue; most delayed; furthest behind; worst overdue; late (the) longest; most late; oldest overdue; longest past due; furthest past due; overdue the most; longest delayed; been overdue (the) longest; been overdue for (the) longest; late by the most; furthest overdue; most days overdue; furthest past; most behind; greatest delay; longest delay; biggest delay',
  ],
  [
    { kind: 'sort', sort: 'due' },
    'sort/sorted/order/ordered/arranged by (the) due date/dates/deadline/deadlines; in order of deadline/deadlines/due date; due next; next due; due soonest; due first; nearest due date; next deadline; earliest due; soonest; upcoming; most imminent; earliest deadline; nearest deadline; next deadlines; due soon; up next; closest due date; closest deadline; due date first; by (the) due date/dates; by deadline/deadlines; earliest due date; soonest due; upcoming deadlines; coming up; soon due; falls due next; comes next; due earliest; next up',
  ],
  [
    { kind: 'sort', sort: 'urgent' },
    'most urgent; most important; highest priority first; most pressing; most critical; by urgency; urgent first; in order of priority; in order of urgency; most urgent first; ordered by priority; sorted by priority; work on first; be done first/next; do first; work on next; do next; tackle first; tackle next; should come first; matters most; most urgent/important/pressing today/now; most urgent/important/pressing right now; i do/tackle/start first/next/now; i work on first/next/now; i have/need to do first/next; i start with; i begin with',
  ],
  [
    { kind: 'sort', sort: 'finished' },
    'most recently completed; most recently finished; last completed; last finished; latest completed; latest finished; recently completed; recently finished; just completed; just finished; newest completed; most recently closed; recently closed; last closed; last to be completed; lately completed; lately finished; completed recently; finished recently; most recently done',
  ],
  [
    { kind: 'sort', sort: 'updated' },
    'most recently updated; most recently changed; last updated; last changed; recently updated; recently changed; latest changes; changed last; updated last; latest updates; latest activity; recent changes; recent activity; changed most recently; updated most recently; latest update',
  ],
  [{ kind: 'first' }, 'top; first; top of the list'],
  [{ kind: 'last' }, 'last; past; final'],
]

export const RELATIONS: readonly Entry[] = [
  [
    { kind: 'compare' },
    'compare; compared; comparison (of); compare with; difference; differ; differs; set side by side; side by side; contrast; comparing; in comparison; difference between; do better; did better; better than last; stack up; match up; more or less; more or fewer; as many as; weigh',
  ],
  [
    { kind: 'versus' },
    'versus; vs; against; than; compared with; compared to; as opposed to; in contrast to; rather than; compared against',
  ],
  [{ kind: 'not' }, 'not; are not; is not; non; nor; no; neither; never; not being; none'],
  [
    { kind: 'not', isList: true },
    'anyone/anybody/everyone/everybody but; anyone/anybody/everyone/everybody except; outside (of); without; except (for); excluding; exclude; other than; apart from; but not; leave out; leaving out; not counting; not including; aside from; minus; besides; ignoring; ignore; disregarding; save for; all but; everything but; anything but; with the exception of; leaving aside; bar; barring; not those; omit; omitting',
  ],
  [
    { kind: 'and' },
    'and; plus; as well as; &; together with; ,; along with; and also; also; and then; ;; including; include; both',
  ],
  [{ kind: 'or' }, 'or; /; and or; either'],
  [
    { kind: 'yet' },
    'yet; before; still; so far; already; by now; until now; as yet; up to now; up till now; even; to date',
  ],
  [
    { kind: 'more' },
    'more than; over; longer than; greater than; at least; exceeding; exceed; exceeds; exceeded; above; beyond; upwards of; no less than; or more; more; not less than; a minimum of; in excess of; later than',
  ],
  [
    { kind: 'less' },
    'less than; under; fewer than; shorter than; at most; no more than; not more than; below; within; up to; or less; less; fewer; a maximum of; sooner than; quicker than; faster than; inside',
  ],
  [
    { kind: 'older' },
    'older than; older; more than; open since more than; open longer than; open for more than; open for over; waiting for more than; waiting longer than; waiting more than; pending for more than; pending longer than; been open for more than; been open longer than; been waiting for more than; open for longer than; for more than; for over; for longer than; longer than; open more than; open over; open at least; open for at least; waiting over; pending for over; pending over; pending more than; for at least; overdue for more than; overdue for over; overdue more than; overdue over',
  ],
  [
    { kind: 'idle' },
    'untouched; not (been) touched/updated/changed/modified/moved; no activity; no updates; no update; no progress; no movement; no change; no changes; nobody (has) touched/updated/changed; no one (has) touched/updated/changed; has/have nobody/no touched/updated/changed; without (any) activity/update/updates/change/changes/movement/progress; stale; idle; dormant; inactive; stalled; stuck; nothing (has) happened; nothing moved; gone quiet; lying still; been silent',
  ],
  [
    { kind: 'younger' },
    'younger than; newer than; less than; for less than; not older than; no older than; open for less than; in less than',
  ],
  [
    { kind: 'now' },
    'now; right now; currently; at the moment; at present; current; presently; as of now; as of today; at this moment; these days; at this point; today; this moment; momentarily; as things stand; nowadays; for now; this minute; this instant; rn; atm; at this time; actual',
  ],
  [
    { kind: 'all' },
    'all; every; any; all time; ever; in total; the whole; entire; altogether; of all time; everything; any time; total; whole; overall; full; complete list; across the board; office wide; everywhere; anywhere; all of them; every single; each and every; since the beginning',
  ],
  [
    { kind: 'about' },
    '(with/include/contain/containing/includes) the word/words; about; regarding; concerning; mention; mentions; mentioning; mentioned; containing; contain; contains; contained; with the word; with the words; related to; relating to; relate to; to do with; deal with; deals with; dealing with; dealt with; involving; involve; involves; that are for; called; titled; named; talk about; talks about; talking about; speak of; refer to; refers to; referring to; on the topic of; on the subject of; search for; search; look for; looking for; looking up; touching on; touch on; with regard to; in connection with; connected with; connected to; whose title; title contains; with the title; keyword; covers; covering; have to do with; has to do with; matching',
  ],
  [
    { kind: 'similar' },
    'has/have anyone/anybody/someone/somebody (else) (already/ever) asked/requested/submitted (for); did anyone/anybody/someone/somebody (else) (already/ever) ask/request/submit (for); similar; similar to; alike; duplicate; duplicates; duplicated; duplicate of; duplicates of; resembles; resemble; same as; like this; anything like; something like; looks like; look like; already a request; already requests; been asked before; asked for before; requested before; been requested; been requested before; already asked; already requested; asked before; already been asked; already been requested; existing requests; exists already; already exists; already exist; exist already; asked for already; comparable; related requests; twins; same thing; the same; ask for the same; closest to; overlaps; overlapping; doubles; already have a request; near duplicates; akin to; the same as; resembling; in the same vein',
  ],
]

/** Phrases of other types of questions. */
export const FRAMES: readonly Entry[] = [
  [
    { kind: 'guide' },
    'can/could the/a/an/my/our/somebody/someone/anyone/everybody/everyone/managers/administrators/people/users; is my data; does someone/somebody/anyone; how will/would i/we; how does the/this/it/that/an/a; how is it; how are the priorities; how do/does/can/could/should/would/may/must i/we/one/you/somebody/someone/people/users/anyone; what is the purpose of; where; how i/we/one can/could/do/must/should/may (to); mean; steps; must i; how to; how it works; can i/we/one; could i/we/one; may i/we/one; am i able; allowed to; permitted to; is it possible; is there a way; what is the way; what is the best way; do i have to; do i need to; must i; should i; should we; what happens; why can; where do/can/is/are/does/should (i/the/my/a); what is rfd; does it matter; is it ok; is it okay; what does; what do; meaning of; what is meant; means; meaning; explain; definition; define; what counts; counts as; count as; who can; who may; who is allowed; who should; who could; who decides; the same as; what should; which should; which department should; responsible for; who is responsible; stand for; what is a; what is an; instructions; guide me; teach me; help me; i forgot; i cannot; can not; step by step; procedure; process for; rules for; what if; when should; when may; what kind of information; supposed to; what are the rules; how would i; who do i; whom do i; whom should; is there a limit; is there anyone; contact',
  ],
  [
    { kind: 'when' },
    'when can/could/will/would/should/do/might i/we/it/this/my/the/a/they; when can/could/will/would somebody/someone/anybody/anyone; how soon can/could/will/would i/we/it/my/this; how long until all/everything/we/the/it; how long till all/everything/we/the; how long will; how long would; how long until my/somebody/someone/anybody/anyone; how long before my; by when can/could/will/would',
  ],
  [
    { kind: 'outlook' },
    'who has/got/handles/holds my request/rfd/ticket; where is my; where does my; how far is my; how far along is my; what is my request/rfd/ticket/submission waiting for/on; what does my request/rfd/ticket/submission wait for; who/whom is my request/rfd/ticket/submission waiting for; whose turn is it with my; how long until/till my',
  ],
  [
    { kind: 'preceding' },
    'the one before; one before; the month/week/quarter/year before; month/week/quarter/year before; the previous one; previous one; the preceding one; the time before; the one before that; the month/week/quarter/year before that',
  ],
  [
    { kind: 'why' },
    'why; reason; reasons; for what reason; cause; causes; what is behind; how come; what caused; because of what; due to what; on what grounds; who is to blame; root cause',
  ],
  [
    { kind: 'future' },
    'will; will; going to; forecast; predict; prediction; predicted; projection; projected; expected; expect; likely; probably; in the future; by when; ahead of us; estimate; estimated; prognosis; outlook; anticipated; anticipate; at this rate; at the current rate; foresee; shall; would; upcoming workload',
  ],
  [
    { kind: 'those' },
    'of those; of them; of these; those; them; these; among them; among those; among these; out of those; out of them; out of these; the ones; which ones; the same ones; from those; from these; from them; in that list; the list; that list; which of those; which of them; which of these; how many of those; how many of them; how many of these; the others; others; the rest; rest',
  ],
  [
    { kind: 'follow' },
    'same; and; what about; how about; only; just; now only; also; but only; and what about; and how about; ok and; and only; same for; the same for; same question for; now; instead; and now; or; then; but; narrow; narrow it down to; narrow down to; limit to; restrict to; filter by; keep only; leave only; same but; the same but; and of those; so; again; make it; make that; no i mean; i mean; i meant; rather',
  ],
  [
    { kind: 'summary' },
    'summary; summarise; summarize; overview; weekly report; digest; recap; how are we doing; status report; how is it going; what happened today; what is new; catch me up; bring me up to date; key figures; figures of the week; numbers of the week; most important numbers; state of affairs; how are things; big picture; give me an overview; briefing; brief me; wrap up; rundown; round up; how do we stand; where do we stand; how do things stand; steering committee report; report for the steering committee; status update; report; how are things going; general picture; main figures; what should i know',
  ],
]
