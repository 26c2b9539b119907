import { accessRoutes } from './people/access/routes.ts'
import { accountLinkRoutes } from './people/account-links/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { auditRoutes } from './audit/log/routes.ts'
import { COME_BACK, deadJobs } from './background.ts'
import { backupRoutes } from './backup/routes.ts'
import { restoreRoutes } from './backup/prepared/routes.ts'
import { batchRoutes } from './ai/batches/routes.ts'
import { checklistRoutes } from './settings/checklist/routes.ts'
import { commentRoutes } from './requests/comments/routes.ts'
import { dashboardRoutes } from './analytics/dashboard/routes.ts'
import { departmentRoutes } from './people/departments/routes.ts'
import { documentAiRoutes } from './document-ai/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { estimateRoutes } from './ai/estimates/routes.ts'
import { eventRoutes } from './notices/events/routes.ts'
import { exportRoutes } from './reports/exports/routes.ts'
import { healthRoutes } from './platform/http/health.ts'
import { languageModelRoutes } from './ai/language-model/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { presenceRoutes } from './notices/presence/routes.ts'
import { preferenceRoutes } from './notices/preference-routes.ts'
import { watchRoutes } from './notices/watch-routes.ts'
import { emailSettingsRoutes } from './notices/mail/routes.ts'
import { muteRoutes } from './notices/notice-mail/mute-routes.ts'
import { operationRoutes } from './settings/operation/routes.ts'
import { outlookRoutes } from './analytics/outlook/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { profileRoutes } from './people/profile/routes.ts'
import { qualityRoutes } from './analytics/quality/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { reportRunRoutes } from './reports/run-routes.ts'
import { requestPdfRoutes } from './requests/pdf/routes.ts'
import { listRoutes } from './requests/list/routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { roleRoutes } from './people/roles/routes.ts'
import { sessionRoutes } from './people/sign-in/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { similarityRoutes } from './ai/similarity/routes.ts'
import { suggestionRoutes } from './ai/suggestions/routes.ts'
import { trainingRoutes } from './ai/training/routes.ts'
import { uploadRoutes } from './documents/uploads/routes.ts'
import { userRoutes } from './people/accounts/routes.ts'
import type { App } from './platform/http/app.ts'
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
