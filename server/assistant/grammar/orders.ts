import type { Entry } from './meaning.ts'

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
