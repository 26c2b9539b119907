import { type MailContent, mailLine, mailSubject } from './content.ts'
import type { Message } from './message.ts'
import { htmlOf, textOf } from './render.ts'

export interface Sender {
  /** of the office */
  name: string
  address: string
}

interface Addressed extends Pick<Message, 'to' | 'messageId' | 'threadId' | 'unsubscribeUrl'> {
  content: MailContent
}

/** The message that carries a content from the office to one person. */
export function mailFrom(from: Sender, { content, ...addressed }: Addressed): Message {
  const name = mailLine(from.name)
  return {
    ...addressed,
    from: { name, address: from.address },
    subject: mailSubject(content.subject),
    text: textOf(content, name),
    html: htmlOf(content, name),
  }
}
