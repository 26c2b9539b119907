/** Why a backup cannot be used or made: one sentence for the person at the command line. */
export class BackupProblem extends Error {}
