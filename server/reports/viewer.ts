import type { Actor } from '../../shared/request-rules.ts'
import type { ReportContent } from '../../shared/reports/definition.ts'
import { READY_REPORTS, readyReport } from '../../shared/reports/ready.ts'
import { text } from '../../shared/texts/say.ts'
import { AppError } from '../platform/errors.ts'
import { visibleTo } from '../requests/visibility.ts'
import { holdsOneOf, requirePermission } from '../people/roles/require-permission.ts'
import type { Policy } from '../settings/service.ts'

/** The person for whom a report is made or read, with their current permissions. */
export interface Viewer extends Actor {
  role: string
}

export function viewerOf({ id, permissions, user }: Actor & { user: { role: string } }): Viewer {
  return { id, permissions, role: user.role }
}

export function mayRead(viewer: Viewer): void {
  requirePermission(viewer, 'reports.export', 'read reports')
}

/**
 * Whether such a report may be made for a person.
 * @throws AppError `not-allowed` with a sentence about the missing permission
 */
export function checkMayMake(viewer: Viewer, content: ReportContent, policy: Policy): void {
  mayRead(viewer)
  if (content.kind === 'custom') return
  const { needs } = readyReport(content.ready)
  if (needs && !holdsOneOf(viewer, [needs])) {
    throw new AppError(
      'not-allowed',
      text('You are not allowed to see the report “{name}”.', { name: READY_REPORTS[content.ready].name }),
    )
  }
  // Its figures cannot be limited to the requests of one person.
  if (content.ready === 'ai-quality' && visibleTo(viewer, policy) !== null) {
    throw new AppError(
      'not-allowed',
      text('The report on AI quality counts the requests of everybody, which you do not see.'),
    )
  }
}
