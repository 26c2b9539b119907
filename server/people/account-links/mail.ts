import { linkPath } from '../../../shared/account-links.ts'
import { shortInstant } from '../../../shared/instants.ts'
import type { Composers } from '../../notices/mail/composer.ts'
import type { MailContent } from '../../notices/mail/content.ts'
import { findLinkById, findOwner, type LinkOwner, type LinkRow } from './queries.ts'
import { tokenOf } from './tokens.ts'

/** The mail that brings a one-time link to its person. A link that was used or replaced meanwhile is not sent. */
export function accountLinkMails({
  clock,
  config: { secretKey },
}: {
  clock: () => Date
  config: { secretKey: Buffer }
}): Composers {
  return {
    'account-link': async (reader, { id, timeZone, publicUrl }) => {
      const link = await findLinkById(reader, id)
      const owner = link && (await findOwner(reader, link.user_id))
      if (!link || !owner || publicUrl === undefined || !isUsable(link, clock())) return { dropped: 'nothing-to-tell' }
      const url = `${publicUrl}${linkPath({ kind: link.kind, token: tokenOf(link.id, secretKey) })}`
      return { content: contentOf(link, owner, url, timeZone) }
    },
  }
}

function isUsable({ used_at, ended_at, expires_at }: LinkRow, now: Date): boolean {
  return used_at === null && ended_at === null && expires_at > now.toISOString()
}

function contentOf(link: LinkRow, { username }: LinkOwner, url: string, timeZone: string): MailContent {
  const until = `The link works once, until ${shortInstant(link.expires_at, timeZone)} (${timeZone}).`
  if (link.kind === 'invitation')
    return {
      subject: 'Your invitation',
      paragraphs: [`You have been given an account. Your username is ${username}. Choose a password to begin.`, until],
      action: { label: 'Accept the invitation', url },
      footer: ['If you did not expect this, leave it: nothing happens without the link.'],
    }
  return {
    subject: 'Choose a new password',
    paragraphs: [`An administrator has made a link with which you, ${username}, can choose a new password.`, until],
    action: { label: 'Choose a new password', url },
    footer: ['If you did not ask for this, tell your administrator. Your present password stays valid.'],
  }
}
