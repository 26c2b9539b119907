import type { Actor } from '../../shared/request-rules.ts'
import type { ReportContent } from '../../shared/reports/definition.ts'
import { READY_REPORTS, readyReport } from '../../shared/reports/ready.ts'
import { AppError } from '../errors.ts'
import { visibleTo } from '../requests/visibility.ts'
import { holdsOneOf, requirePermission } from '../roles/require-permission.ts'
import type { Policy } from '../settings/service.ts'

/** With whose eyes a report is made or read: what they may do now. */
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
 * Whether a person may have such a report made with their eyes.
 * @throws AppError `not-allowed` with the sentence that says what is missing
 */
export function checkMayMake(viewer: Viewer, content: ReportContent, policy: Policy): void {
  mayRead(viewer)
  if (content.kind === 'custom') return
  const { needs } = readyReport(content.ready)
  if (needs && !holdsOneOf(viewer, [needs])) {
    throw new AppError('not-allowed', `You are not allowed to see the report “${READY_REPORTS[content.ready].name}”.`)
  }
  // Its figures cannot be narrowed to the requests of one person.
  if (content.ready === 'ai-quality' && visibleTo(viewer, policy) !== null) {
    throw new AppError(
      'not-allowed',
      'The report on AI quality counts the requests of everybody, which you do not see.',
    )
  }
}
