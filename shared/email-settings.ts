import { z } from 'zod'
import { EmailAddress } from './account-fields.ts'
import { LIMITS, line } from './text.ts'
import { PersonName } from './users.ts'

/** Port of mail submission with STARTTLS. */
export const SMTP_PORT = 587

/** Why somebody without `requests.viewAll` may not name another SMTP host. */
export const SMTP_HOST_REFUSAL =
  'Texts of requests are sent to this host, so only people whose role lets them see every request can change it.'

export const SmtpSecurity = z.enum(['none', 'starttls', 'tls'], { error: 'Security must be none, starttls or tls' })
export type SmtpSecurity = z.infer<typeof SmtpSecurity>

/** Allowed hosts are checked by the server: `server/notices/mail/smtp-host.ts`. */
const host = z.string({ error: 'The SMTP host must be text' }).trim().max(253, 'At most 253 characters')
const PORT_RANGE = 'The port must be a whole number from 1 to 65535'
const port = z.int(PORT_RANGE).min(1, PORT_RANGE).max(65_535, PORT_RANGE)
const password = z
  .string({ error: 'The password must be text' })
  .max(500, 'At most 500 characters')
  .regex(/^[^\p{Cc}]*$/u, 'A password cannot contain control characters')

const address = z.union([z.literal(''), EmailAddress], { error: 'Please enter a valid email address' })

/** What is stored about the SMTP server, but for its password. */
const SmtpServer = z.object({
  host: z.string(),
  port: z.int(),
  security: SmtpSecurity,
  username: z.string(),
  /** address that mail comes from */
  sender: z.string(),
  /** gets the digest of the audit log every day; empty: nobody */
  auditDigestTo: z.string(),
})
export type SmtpServer = z.infer<typeof SmtpServer>

/** Body of PUT /api/settings/email. Omitted fields are unchanged; an empty host ends sending. */
export const EmailSettingsChange = z.strictObject({
  host: host.optional(),
  port: port.optional(),
  security: SmtpSecurity.optional(),
  username: line(LIMITS.email, 'The username must be text').optional(),
  /** empty or null removes the stored one */
  password: password.nullable().optional(),
  sender: address.optional(),
  auditDigestTo: address.optional(),
  /** of the settings that the editor loaded; with it, a change is refused if somebody else has saved since */
  version: z.int().min(0).optional(),
  // Without effect: people send back what they got.
  hasPassword: z.boolean().optional(),
  isPasswordReadable: z.boolean().optional(),
  hasLinks: z.boolean().optional(),
})
export type EmailSettingsChange = z.infer<typeof EmailSettingsChange>

/** Answer of GET and PUT /api/settings/email. The password itself never leaves the server. */
export const EmailSettings = SmtpServer.extend({
  hasPassword: z.boolean(),
  /** false: SECRET_KEY has changed since, so it has to be entered again */
  isPasswordReadable: z.boolean(),
  /** whether mail carries links: PUBLIC_URL is set */
  hasLinks: z.boolean(),
  version: z.int(),
})
export type EmailSettings = z.infer<typeof EmailSettings>

/** Body of POST /api/settings/email/test: the values of the form; omitted fields default to the stored ones. */
export const EmailTrial = EmailSettingsChange.extend({ to: EmailAddress })
export type EmailTrial = z.infer<typeof EmailTrial>

/** Answer of POST /api/settings/email/test. */
export const EmailTested = z.object({
  ok: z.boolean(),
  /** what the SMTP server said, or why it was not reached */
  answer: z.string(),
})
export type EmailTested = z.infer<typeof EmailTested>

export const UndeliveredQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export type UndeliveredQuery = z.infer<typeof UndeliveredQuery>

/** Answer of GET /api/settings/email/undelivered: mail that an SMTP server did not take, newest first. */
export const UndeliveredMails = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      /** null: it was for an address in the settings */
      person: PersonName.nullable(),
      /** at the last attempt */
      to: z.string().nullable(),
      /** why, with what the server said */
      why: z.string(),
      attempts: z.int(),
      /** null: it is tried again */
      givenUpAt: z.string().nullable(),
    }),
  ),
  total: z.int(),
})
export type UndeliveredMails = z.infer<typeof UndeliveredMails>
