/** A mail as it is handed to the SMTP server. Texts of people in it are single lines but for `text` and `html`. */
export interface Message {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  /** with angle brackets */
  messageId: string
  /** message id of the conversation that it belongs to */
  threadId?: string | undefined
  /** address that a mail program POSTs to for the reader (RFC 8058) */
  unsubscribeUrl?: string | undefined
}

/** What the transport is given. The envelope has one recipient, whatever the headers say. */
export function mailOf({ from, to, subject, text, html, messageId, threadId, unsubscribeUrl }: Message) {
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    messageId,
    ...(threadId !== undefined && { inReplyTo: threadId, references: threadId }),
    headers: {
      // Answering programs leave such mail alone (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Contents are texts, never a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
