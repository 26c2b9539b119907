/**
 * Options of a form whose fields are checked on leaving them, then while typing. The press that left a field is over before
 * the message appears: it would move the pressed control from under the pointer.
 */
export const CHECKED_ON_LEAVING = { mode: 'onTouched', delayError: 500 } as const
