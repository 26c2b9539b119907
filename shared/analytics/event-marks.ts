/** Apart from the contract, whose schemas the thread that computes would have to load. */

/** Marks of what happened, in place of requests, with what the day of it is called. */
export const EVENT_WORDS = { closings: 'Closed On', reopenings: 'Reopened On' } as const
export type EventMark = keyof typeof EVENT_WORDS
export const isEventMark = (mark: string): mark is EventMark => Object.hasOwn(EVENT_WORDS, mark)
