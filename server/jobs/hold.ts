/**
 * Row of `settings` that a restore stores. While it is there, jobs whose work leaves the office wait: mail of the backup
 * may have gone out already.
 */
export const HOLD = 'restored'
