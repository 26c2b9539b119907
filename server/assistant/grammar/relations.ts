import type { Entry } from './meaning.ts'

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
