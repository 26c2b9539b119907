/** Where the tab of the dashboard is. */
export const DOCUMENT_AI = '/dashboard?view=document-ai'

export function readingPath(id: string): string {
  return `/dashboard/document-ai/${encodeURIComponent(id)}`
}
