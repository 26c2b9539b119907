import type { ServiceRequest } from '../../../shared/requests.ts'
import { sendFeedback } from './api.ts'
import { finalFeedback, type ClassifiedDraft } from './draft-classification.ts'

/** Sends the engine feedback on its suggestion. A failure is ignored: it costs only this training example. */
export async function sendDecisions(classified: ClassifiedDraft, created: ServiceRequest): Promise<void> {
  const feedback = finalFeedback(classified, created)
  if (feedback) await sendFeedback(feedback).catch(() => {})
}
