/** Rows of `settings`: while one is there, the kinds of jobs that it names wait. */
export type Holds = Readonly<Record<string, readonly string[]>>

/** Since a restore, until an administrator releases what was waiting: mail of the backup may have gone out already. */
export const RESTORED = 'restored'
/** While a restore is prepared: no stored file may be removed that the backup refers to. */
export const RESTORING = 'restoring'
