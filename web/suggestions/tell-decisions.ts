import type { ServiceRequest } from '../../shared/requests.ts'
import { sendFeedback } from './api.ts'
import { finalFeedback, type ClassifiedDraft } from './draft-classification.ts'

/** Tells the engine what became of its suggestion. Nobody waits for it: a failure only costs it this one lesson. */
export async function tellDecisions(classified: ClassifiedDraft, created: ServiceRequest): Promise<void> {
  const feedback = finalFeedback(classified, created)
  if (feedback) await sendFeedback(feedback).catch(() => {})
}
