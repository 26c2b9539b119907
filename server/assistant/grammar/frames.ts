import type { Entry } from './meaning.ts'

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
