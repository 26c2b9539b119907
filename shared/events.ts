/**
 * An event of the stream `GET /api/events`: what has changed, never the content. An open page reads the content again
 * through the ordinary routes, which check what the person may see.
 */
export interface LiveEvent {
  /** the action of a history entry, or a hint */
  kind: string
  /** id of the request, or of what the hint is about */
  id?: string
  /** RFD-… */
  requestId?: string
  /** of the request, after the change */
  version?: number
}

/** What changes without a history entry. Hints are not resumed: a page that reconnects reads again what it shows. */
export type HintKind =
  | 'notices'
  | 'audit'
  | 'backups'
  | 'batches'
  | 'classifications'
  | 'exports'
  | 'reports'
  | 'documents'
  | 'document-readings'
  | 'people-changes'
  | 'people-imports'
  | 'presence'
  | 'watchers'
