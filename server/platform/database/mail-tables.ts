/** Tables of mail; the column conventions of `Tables` apply. */
export interface MailTables {
  mails: {
    id: string
    kind: MailKind
    /** null: to an address in the settings */
    person_id: string | null
    /** JSON: what the mail is about, by its kind */
    about: string
    /** Notices with the same key join the mail until it is first tried; null from then on. */
    open_key: string | null
    /** at the time of the last attempt */
    address: string | null
    /** the same for every attempt, so that a repetition is recognised */
    message_id: string
    state: 'waiting' | 'sent' | 'dead' | 'dropped'
    /** why it is dead or dropped, or was not sent yet */
    reason: string | null
    attempts: number
    /** the SMTP server's own words */
    last_answer: string | null
    due_at: string
    created_at: string
    settled_at: string | null
  }
  mail_notices: { mail_id: string; notice_id: string }
}

export type MailKind = 'notices' | 'digest' | 'account-link' | 'audit-digest'
