/** The URL's query parameters that open a dialog over the page. */
export const DIALOG_PARAMS = ['modal', 'request', 'edit', 'cancel', 'document'] as const
