import type { Entry } from './meaning.ts'

/** Where and how each ordered action is done: the assistant itself never changes anything. */
export const COMMANDS = {
  cancel: {
    words:
      'cancel; withdraw; delete; remove; discard; get rid of; erase; drop; retract; revoke; wipe; purge; trash; kill; scrap; bin; destroy; call off; undo',
    how: 'To cancel a request, open it and choose Cancel; a request is never deleted.',
    place: 'All Requests',
  },
  assign: {
    words:
      'assign; reassign; hand over; give; transfer; delegate; allocate; unassign; pass; take over; hand; forward; route; distribute; rebalance',
    how: 'To assign a request, open it, choose Edit and pick the person; managers and administrators may do that.',
    place: 'All Requests',
  },
  decide: {
    words:
      'approve; reject; complete; finish; close; accept; decline; refuse; deny; reopen; start; mark; resolve; put; turn down; sign off; pause; stop; restart; archive; reactivate; begin; greenlight; authorise; authorize; validate',
    how: 'To move a request to another status, open it and change its status; managers and administrators may do that.',
    place: 'All Requests',
  },
  combine: {
    words: 'merge; split; combine; join; unite',
    how: 'Requests are neither merged nor split; cancel the one that is not needed, and say so in a comment.',
    place: 'All Requests',
  },
  edit: {
    words:
      'change; set; update; edit; raise; lower; increase; decrease; postpone; extend; move; rename; escalate; prioritise; prioritize; modify; correct; fix; shift; push; bump; add; attach; upload; comment; write; reply; tag; link; downgrade; upgrade; reprioritise; reprioritize; reschedule; delay; make; adjust; alter; amend; replace; swap; convert; reset',
    how: 'To change a request, open it and choose Edit, or add a comment; managers and administrators may edit.',
    place: 'All Requests',
  },
  create: {
    words:
      'create; open/raise/start/make/write a (new) request/rfd/ticket; submit; file; log; register; order; enter; send in; duplicate; copy; clone; book; lodge',
    how: 'To submit a request, open New RFD Request and fill in the form.',
    place: 'New RFD Request',
  },
  send: {
    words:
      'send; email; e mail; mail; notify; remind; inform; ping; message; call; alert; schedule; invite; subscribe; share; publish; post; chase; nudge; contact',
    how: 'Nothing can be sent from here. What you need is in the list and in each request, and both can be printed.',
    place: 'All Requests',
  },
  export: {
    words: 'export; download; save; print (out/off); give/get me a csv/pdf/spreadsheet/excel',
    how: 'To print a request, or save it as PDF, open it and choose Print. The list has Print, too, and Export for managers and administrators.',
    place: 'All Requests',
  },
  people: {
    words:
      'make somebody a manager; promote; demote; deactivate; invite; block; unblock; unlock; lock out; lock; hire; fire; add (a) (new) user/person/account; add a colleague; create an account; create a user; reset the password; delete the account; add/create/make/copy/delete/remove (a/the) (new) role; remove the user; delete user; change the role',
    how: 'Administrators add people and change their roles under Team Management.',
    place: 'Team Management',
  },
  reports: {
    words: 'create/make/build/generate/run/schedule/write/prepare (a/the) (new) (weekly/monthly) report/reports',
    how: 'Managers and administrators make, schedule and download reports under Export Reports.',
    place: 'Export Reports',
  },
  suggestions: {
    words:
      'accept/apply/reject/review/approve (all) (the) (ai) suggestions/suggestion; start/run (a/the) batch/analysis; classify/analyse/analyze all/everything',
    how: 'Managers and administrators review suggestions on the AI Analysis tab of the dashboard, one by one or those above a certainty together.',
    place: 'AI Analysis',
  },
  comments: {
    words:
      'delete/remove/edit/change/undo/correct/withdraw/erase my/the/a/this/that/his/her/their (last) comment/comments; delete/remove/edit/change all comments',
    how: 'Comments stay as they were written; to correct one, open the request and add another on its Comments tab.',
    place: 'All Requests',
  },
  settings: {
    words:
      'run/start/make/create/do (a/the) backup/backups; back up; turn/switch on/off; enable; disable; configure; set up; change/set/update (the) settings/policy/retention; change/set/update (the) time zone; change/set/update (the) password policy; change/set/update (the) session timeout; add/create/open/rename/retire/remove/delete/merge (a/the/our) (new) department; add a department; delete the department',
    how: 'Administrators change how the office works under Settings.',
    place: 'Settings',
  },
  profile: {
    words:
      'change my password; change password; reset my password; update my password; set a new password; change my email; change my name; change my email address; change my department; change my profile; update my profile; update my email; update my name; edit my profile; change my details; update my details',
    how: 'To change your password or your details, open Profile: Security Settings has the password, Edit Profile the rest.',
    place: 'Profile',
  },
} as const
export type Command = keyof typeof COMMANDS

// The keys of a constant are exactly those of its type.
export const COMMAND_ENTRIES: readonly Entry[] = (Object.keys(COMMANDS) as Command[]).map((command) => [
  { kind: 'command', command },
  COMMANDS[command].words,
])
