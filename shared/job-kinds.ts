interface JobKind {
  /** what such a job does, as a heading */
  name: string
  /** what is lost with a dropped one, as a sentence */
  lost: string
}

/** What the kinds of background jobs mean to an administrator. */
export const JOB_KINDS: Readonly<Record<string, JobKind>> = {
  'classify-missing': {
    name: 'Classify new requests',
    lost: 'Requests without a classification get theirs an hour later.',
  },
  train: { name: 'Train the AI', lost: 'The AI keeps what it knows until the next training.' },
  'train-when-due': {
    name: 'Check whether the AI should train',
    lost: 'The AI keeps what it knows until the next check.',
  },
  batch: {
    name: 'Analyze the backlog',
    lost: 'The analysis ends. The requests analyzed so far stay to be reviewed, the others are left out.',
  },
  'read-documents': {
    name: 'Find requests in documents',
    lost: 'All documents of this person that wait to be read are marked as failed. They can be uploaded again.',
  },
  'extract-text': {
    name: 'Read the text of a document',
    lost: 'The document is marked as not readable, and its text is not found by searches, until somebody has it read again.',
  },
  'read-scan': {
    name: 'Read a scanned document',
    lost: 'Pages that are pictures stay without text, and are not found by searches.',
  },
  'read-scans-again': {
    name: 'Read earlier scans',
    lost: 'Scans that were attached before reading scans was switched on stay without text.',
  },
  backup: { name: 'Back up the office', lost: 'The backup is marked as failed. Earlier ones stay.' },
  'backup-when-due': {
    name: 'Check whether a backup is due',
    lost: 'A scheduled backup starts at the next check.',
  },
  'prepare-restore': { name: 'Prepare a restore', lost: 'Nothing is restored. The office stays as it is.' },
  export: { name: 'Write an export', lost: 'The export is marked as failed. Its owner can make a new one.' },
  'drop-exports': { name: 'Delete expired exports', lost: 'Expired exports take up room until the next round.' },
  'report-run': { name: 'Make a report', lost: 'The report is marked as failed. Its owner can make it again.' },
  'report-due': { name: 'Start scheduled reports', lost: 'Scheduled reports that are due start an hour later.' },
  'tell-report-readers': {
    name: 'Tell the readers of a report',
    lost: 'Some of them get no notification. The report is in their list.',
  },
  'drop-report-runs': { name: 'Delete expired reports', lost: 'Expired reports take up room until the next round.' },
  'import-people': {
    name: 'Import people',
    lost: 'The import stops. People imported so far stay, the others are left out.',
  },
  'change-people': {
    name: 'Change several people',
    lost: 'The change stops. People changed so far stay changed, the others stay as they are.',
  },
  'hand-over': {
    name: 'Hand over requests',
    lost: 'Requests that were not handed over yet stay with the person who was deactivated.',
  },
  'move-department': {
    name: 'Move the requests of a retired department',
    lost: 'Open requests and people that were not moved yet stay in the retired department.',
  },
  'recount-days': {
    name: 'Count the days of another time zone',
    lost: 'Figures by day before the change of the time zone keep the days of the earlier one.',
  },
  notices: { name: 'Notify people', lost: 'People are notified with the next change of any request.' },
  'tell-due-dates': { name: 'Tell people of due dates', lost: 'People are told an hour later.' },
  'send-mail': {
    name: 'Send a mail',
    lost: 'The mail is not sent. What it is about can still be read in the application.',
  },
  retention: { name: 'Delete what is past its time', lost: 'It is deleted by the next round.' },
  'sweep-files': { name: 'Delete files that nothing needs', lost: 'They take up room until the next round.' },
  'note-audit-head': {
    name: 'Note the digest of the audit log',
    lost: 'Entries at the end of the log that are removed before the next round may go unnoticed.',
  },
  'seed-demo-documents': { name: 'Add the example documents', lost: 'The demo has fewer documents.' },
  'seed-demo-decisions': { name: 'Add the example decisions', lost: 'The demo has fewer decisions about suggestions.' },
}
