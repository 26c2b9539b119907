/** Separate from the contract, so that the worker thread does not load its schemas. */

/** Marks that list events instead of requests, with the heading of their date column. */
export const EVENT_WORDS = { closings: 'Closed On', reopenings: 'Reopened On' } as const
export type EventMark = keyof typeof EVENT_WORDS
export const isEventMark = (mark: string): mark is EventMark => Object.hasOwn(EVENT_WORDS, mark)
