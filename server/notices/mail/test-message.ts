import type { EmailTested } from '../../../shared/email-settings.ts'
import { text } from '../../../shared/texts/say.ts'
import { FairSemaphore } from '../../platform/fairness/fair-semaphore.ts'
import { AppError } from '../../platform/errors.ts'
import { mailFrom, type Sender } from './mail-from.ts'
import { newMessageId } from './message-id.ts'
import { deliver, type Smtp } from './smtp.ts'
import { failureInWords } from './smtp-failure.ts'

/** The page itself gives up after 15 seconds. */
const TIME_LIMIT_MS = 10_000

/** Test messages wait for each other, so that nobody can make many connections with them. */
export function testMessageTurns(): FairSemaphore {
  return new FairSemaphore({
    maxConcurrent: 2,
    maxConcurrentPerCaller: 1,
    maxQueuedPerCaller: 2,
    queueTimeoutMs: 3000,
    refusal: () =>
      new AppError('unavailable', text('Other test messages are being sent. Please try again in a moment.')),
  })
}

/** Sends a message that says that sending works. */
export async function sendTestMessage(smtp: Smtp, { from, to }: { from: Sender; to: string }): Promise<EmailTested> {
  const content = {
    subject: 'Test message',
    paragraphs: ['This message was sent to try out the email settings. It arrived, so they work.'],
  }
  const messageId = newMessageId(from.address)
  const sent = await deliver(smtp, mailFrom(from, { to, messageId, content }), { timeLimitMs: TIME_LIMIT_MS })
  return sent.ok ? { ok: true, answer: sent.answer ?? '' } : { ok: false, answer: failureInWords(sent) }
}
