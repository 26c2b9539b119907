import { accessRoutes } from './access/routes.ts'
import { accountLinkRoutes } from './account-links/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { auditRoutes } from './audit-log/routes.ts'
import { COME_BACK, deadJobs } from './background.ts'
import { backupRoutes } from './backup/routes.ts'
import { restoreRoutes } from './backup/prepared/routes.ts'
import { batchRoutes } from './batches/routes.ts'
import { checklistRoutes } from './checklist/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { departmentRoutes } from './departments/routes.ts'
import { documentAiRoutes } from './document-ai/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { estimateRoutes } from './estimates/routes.ts'
import { eventRoutes } from './notices/events/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { healthRoutes } from './http/health.ts'
import { languageModelRoutes } from './language-model/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { presenceRoutes } from './notices/presence/routes.ts'
import { preferenceRoutes } from './notices/preference-routes.ts'
import { watchRoutes } from './notices/watch-routes.ts'
import { emailSettingsRoutes } from './mail/routes.ts'
import { muteRoutes } from './notices/mail/mute-routes.ts'
import { operationRoutes } from './operation/routes.ts'
import { outlookRoutes } from './outlook/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { qualityRoutes } from './quality/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { reportRunRoutes } from './reports/run-routes.ts'
import { requestPdfRoutes } from './request-pdf/routes.ts'
import { listRoutes } from './requests/list/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { roleRoutes } from './roles/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { similarityRoutes } from './similarity/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { trainingRoutes } from './training/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { userRoutes } from './users/routes.ts'
import type { App } from './http/app.ts'
import type { Services } from './services.ts'

/** The routes of all features. */
export function addRoutes(api: App, services: Services): void {
  healthRoutes(api, services)
  sessionRoutes(api, services)
  profileRoutes(api, services)
  userRoutes(api, services)
  checklistRoutes(api, services)
  roleRoutes(api, services)
  accessRoutes(api, services)
  peopleRoutes(api, services)
  accountLinkRoutes(api, services)
  listRoutes(api, services)
  requestRoutes(api, services)
  commentRoutes(api, services)
  noticeRoutes(api, services)
  watchRoutes(api, services)
  presenceRoutes(api, services)
  preferenceRoutes(api, services)
  dashboardRoutes(api, services)
  analyticsRoutes(api, services)
  outlookRoutes(api, services)
  suggestionRoutes(api, services)
  estimateRoutes(api, services)
  similarityRoutes(api, services)
  trainingRoutes(api, services)
  languageModelRoutes(api, services)
  emailSettingsRoutes(api, services)
  muteRoutes(api, services)
  assistantRoutes(api, services)
  batchRoutes(api, services)
  documentAiRoutes(api, services)
  qualityRoutes(api, services)
  settingsRoutes(api, services)
  backupRoutes(api, services)
  restoreRoutes(api, services)
  auditRoutes(api, services)
  operationRoutes(api, { ...services, onDeadLetter: deadJobs(services), comeBack: COME_BACK })
  departmentRoutes(api, services)
  uploadRoutes(api, services)
  documentRoutes(api, services)
  requestPdfRoutes(api, services)
  exportRoutes(api, services)
  reportRoutes(api, services)
  reportRunRoutes(api, services)
  eventRoutes(api, services)
}
