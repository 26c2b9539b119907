/** Why a backup cannot be used or made: one sentence for the person at the command line. */
export class BackupProblem extends Error {}

/** The key at hand does not open it, which says nothing about the file. */
export class NotOpened extends BackupProblem {}
