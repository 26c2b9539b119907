interface Retained {
  what: string
  /** what the time begins with */
  from: string
  days: number
  why: string
  /** a background job, or what happens then */
  by: string
}

const HOUR = 1 / 24

/**
 * What is deleted by itself. Requests, their comments and history, and the audit log stay for good; the office sets how long
 * backups stay. `docs/retention.md` is written from it.
 */
export const RETENTION = {
  signInFailures: {
    what: 'Failed sign-ins that slow down further ones',
    from: 'the last failure',
    days: HOUR,
    why: 'Delays double with each failure; after an hour they begin anew.',
    by: 'the next failure',
  },
  idempotencyKeys: {
    what: 'Responses to calls with an `Idempotency-Key`',
    from: 'the call',
    days: 1,
    why: 'A repeated call gets the first response again.',
    by: '`retention`',
  },
  sessions: {
    what: 'Sessions',
    from: 'their end',
    days: 0,
    why: 'The audit log has the sign-ins.',
    by: '`retention`, and the next sign-in',
  },
  jobs: {
    what: 'Finished background jobs',
    from: 'their end',
    days: 7,
    why: 'Only failed ones are looked into; those stay until somebody drops them.',
    by: 'the job runner',
  },
  uploads: {
    what: 'Uploads that were not attached',
    from: 'their start',
    days: 7,
    why: 'An interrupted one can be continued.',
    by: '`sweep-files`',
  },
  deletedDocuments: {
    what: 'Deleted documents',
    from: 'their deletion',
    days: 7,
    why: 'They can be restored.',
    by: '`sweep-files`',
  },
  exports: {
    what: 'Exported files',
    from: 'their order',
    days: 7,
    why: 'They can be downloaded again.',
    by: '`drop-exports`',
  },
  peopleImports: {
    what: 'Files of people to import, with their result',
    from: 'their upload',
    days: 7,
    why: 'The result can be read after the import.',
    by: '`retention`',
  },
  watchChoices: {
    what: 'Earlier choices to watch a request',
    from: 'the choice',
    days: 8,
    why: 'The notice budget replays the last seven days.',
    by: 'the next choice for the request',
  },
  peopleChanges: {
    what: 'What several accounts were changed to at once',
    from: 'the change',
    days: 30,
    why: 'The result can be read after the change.',
    by: '`retention`',
  },
  accountLinks: {
    what: 'Links of invitations and for new passwords',
    from: 'their expiry',
    days: 90,
    why: 'A late visitor reads that the link has expired.',
    by: 'the next link',
  },
  unusedSuggestions: {
    what: 'Suggestions for drafts that were never submitted',
    from: 'the suggestion',
    days: 90,
    why: 'A draft may be submitted later.',
    by: '`retention`',
  },
  mails: {
    what: 'Mails that were sent or given up',
    from: 'that moment',
    days: 90,
    why: 'A missing one can be looked into.',
    by: '`retention`',
  },
  notices: {
    what: 'Notifications, and questions without an answer',
    from: 'their event',
    days: 90,
    why: 'The request’s history still has what they told of.',
    by: '`retention`',
  },
  reportRuns: {
    what: 'Runs of reports, with their files',
    from: 'their start',
    days: 90,
    why: 'Readers of a scheduled report can open earlier ones.',
    by: '`drop-report-runs`',
  },
  languageModelCalls: {
    what: 'Task, model, tokens, time and outcome of each call of a language model',
    from: 'the call',
    days: 400,
    why: 'A month can be compared with the same one a year before.',
    by: '`retention`',
  },
} as const satisfies Record<string, Retained>

type Kind = keyof typeof RETENTION

const DAY_MS = 86_400_000

/** What is older than this instant is deleted. */
export function deletedBefore(kind: Kind, now: Date): string {
  return new Date(now.getTime() - RETENTION[kind].days * DAY_MS).toISOString()
}

/** When something that begins at `from` is deleted. */
export function keptUntil(kind: Kind, from: Date): string {
  return new Date(from.getTime() + RETENTION[kind].days * DAY_MS).toISOString()
}
