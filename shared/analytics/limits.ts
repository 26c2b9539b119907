/** Apart from the contract, whose schemas the thread that computes would have to load. */

/** Fewer finished requests than this make a figure uncertain; the screen says so in words. */
export const SMALL_SAMPLE = 30
/** Finished requests above which the scatter comes as density cells instead of points. */
export const MOST_POINTS = 3000
/** Days of the period when none is asked for: half a year. */
export const DEFAULT_PERIOD_DAYS = 182
export const MAY_NOT_END_BEFORE = 'The period must not end before it begins'
