import { z, type ZodType } from 'zod'
import { Batch, BatchItems, BatchOutcome } from '../../shared/ai-batches.ts'
import { AiStatus, Suggestion } from '../../shared/ai.ts'
import { Similar } from '../../shared/similar-requests.ts'
import { Analysis } from '../../shared/analysis.ts'
import { AssistantAnswer, Conversation, ProcessingTimes } from '../../shared/assistant/messages.ts'
import { AuditHead, AuditNews, AuditPage } from '../../shared/audit.ts'
import { AiQuality } from '../../shared/ai-quality.ts'
import { Comment, Mentionable } from '../../shared/comments.ts'
import { DashboardStats, StatusDistribution, Volume } from '../../shared/dashboard.ts'
import { RequestCancelled, ServiceRequest } from '../../shared/requests.ts'
import { HistoryEntry } from '../../shared/request-history.ts'
import { NoticeBudget, Notices, StoredNoticePreferences, Waiting, Watcher } from '../../shared/notices.ts'
import { Presence } from '../../shared/presence.ts'
import { RequestList } from '../../shared/request-list.ts'
import { Outlook, Outlooks } from '../../shared/outlook.ts'
import { BlockedSignIns } from '../../shared/blocked-sign-ins.ts'
import { BackgroundJobs } from '../../shared/background-jobs.ts'
import { DatabaseStatus } from '../../shared/operation.ts'
import { SecuritySettings } from '../../shared/security.ts'
import { AiSettings, AiSettingsTested, EstimateSettings } from '../../shared/settings.ts'
import { Deactivated, Invited, PeopleList, Person } from '../../shared/team.ts'
import { OpenedLink } from '../../shared/account-links.ts'
import { Profile, Session, SignIn, User } from '../../shared/users.ts'
import { inspectAnswers } from './api.ts'

/** A page as pages-back.ts reads it: the array, and the address from the header. */
function pageOf(entry: ZodType) {
  return z.object({ entries: z.array(entry), earlier: z.string().nullable() })
}

/**
 * The contract of each address's answer. The server builds its answers from the same contracts, so a production build
 * trusts them and has no validator in its first load (decision 5). This file is loaded during development only, where an
 * answer that violates its contract is logged as an error.
 */
const CONTRACTS: [method: string, path: RegExp, contract: ZodType][] = [
  ['POST', /^\/api\/auth\/login$/, SignIn],
  ['GET', /^\/api\/requests(\?|$)/, RequestList],
  ['GET', /^\/api\/requests\/[^/]+$/, ServiceRequest],
  ['GET', /^\/api\/requests\/[^/]+\/outlook$/, Outlook],
  ['GET', /^\/api\/dashboard\/outlooks(\?|$)/, Outlooks],
  ['PATCH', /^\/api\/requests\/[^/]+$/, ServiceRequest],
  ['POST', /^\/api\/requests$/, ServiceRequest],
  ['PUT', /^\/api\/requests\/[^/]+\/cancel$/, RequestCancelled],
  ['GET', /^\/api\/requests\/[^/]+\/history(\?|$)/, pageOf(HistoryEntry)],
  ['GET', /^\/api\/requests\/[^/]+\/comments(\?|$)/, pageOf(Comment)],
  ['PUT', /^\/api\/comments\/[^/]+$/, Comment],
  ['DELETE', /^\/api\/comments\/[^/]+$/, Comment],
  ['GET', /^\/api\/requests\/[^/]+\/mentionable\?/, Mentionable],
  ['GET', /^\/api\/users$/, z.array(User)],
  ['GET', /^\/api\/people\?/, PeopleList],
  ['GET', /^\/api\/people\/[^/]+$/, Person],
  ['POST', /^\/api\/people(\/[^/]+\/links)?$/, Invited],
  ['PATCH', /^\/api\/people\/[^/]+$/, Person],
  ['PUT', /^\/api\/people\/[^/]+\/deactivation$/, Deactivated],
  ['POST', /^\/api\/account-links\/open$/, OpenedLink],
  ['POST', /^\/api\/account-links\/use$/, SignIn],
  ['GET', /^\/api\/dashboard\/stats$/, DashboardStats],
  ['GET', /^\/api\/dashboard\/status-distribution$/, StatusDistribution],
  ['GET', /^\/api\/dashboard\/volume/, Volume],
  ['POST', /^\/api\/ai\/classify-request$/, Suggestion],
  ['POST', /^\/api\/ai\/predict-time$/, Analysis],
  ['GET', /^\/api\/ai\/analyze-request\//, Analysis.nullable()],
  ['GET', /^\/api\/ai\/classification\//, Suggestion.nullable()],
  ['POST', /^\/api\/ai\/similar$/, Similar],
  ['GET', /^\/api\/ai\/processing-times$/, ProcessingTimes],
  ['POST', /^\/api\/ai\/user-assistant$/, AssistantAnswer],
  ['GET', /^\/api\/ai\/conversations\/current$/, Conversation],
  ['GET', /^\/api\/ai\/quality$/, AiQuality],
  ['GET', /^\/api\/ai\/status$/, AiStatus],
  ['GET', /^\/api\/ai\/batches$/, z.array(Batch)],
  ['POST', /^\/api\/ai\/batches$/, Batch],
  ['POST', /^\/api\/ai\/batches\/[^/]+\/cancel$/, Batch],
  ['GET', /^\/api\/ai\/batches\/[^/]+\/items/, BatchItems],
  ['POST', /^\/api\/ai\/batches\/[^/]+\/(decisions|undo)$/, BatchOutcome],
  ['GET', /^\/api\/audit(\?|$)/, AuditPage],
  ['GET', /^\/api\/audit\/news\?/, AuditNews],
  ['GET', /^\/api\/audit\/head$/, AuditHead],
  ['GET', /^\/api\/settings\/security$/, SecuritySettings],
  ['PUT', /^\/api\/settings\/security$/, SecuritySettings],
  ['GET', /^\/api\/settings\/database$/, DatabaseStatus],
  ['GET', /^\/api\/jobs/, BackgroundJobs],
  ['GET', /^\/api\/settings\/ai$/, AiSettings],
  ['GET', /^\/api\/settings\/blocked-sign-ins$/, BlockedSignIns],
  ['GET', /^\/api\/settings\/estimates$/, EstimateSettings],
  ['PUT', /^\/api\/settings\/estimates$/, EstimateSettings],
  ['PUT', /^\/api\/settings\/ai$/, AiSettings],
  ['POST', /^\/api\/settings\/ai\/test$/, AiSettingsTested],
  ['GET', /^\/api\/notices\?/, Notices],
  ['GET', /^\/api\/profile\/notices$/, StoredNoticePreferences],
  ['POST', /^\/api\/profile\/notices\/budget$/, NoticeBudget],
  ['GET', /^\/api\/requests\/[^/]+\/watchers$/, z.array(Watcher)],
  ['PUT', /^\/api\/requests\/[^/]+\/presence$/, Presence],
  ['GET', /^\/api\/waiting/, Waiting],
  ['GET', /^\/api\/profile$/, Profile],
  ['GET', /^\/api\/profile\/sessions$/, z.array(Session)],
]

inspectAnswers((method, path, answer) => {
  const contract = CONTRACTS.find(([verb, address]) => verb === method && address.test(path))?.[2]
  const result = contract?.safeParse(answer)
  if (result?.error) console.error(`The answer of ${method} ${path} breaks its contract`, z.prettifyError(result.error))
})
