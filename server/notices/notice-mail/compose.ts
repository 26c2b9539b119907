import type { Notice } from '../../../shared/notices.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { Composers } from '../mail/composer.ts'
import type { MailContent } from '../mail/content.ts'
import { readPolicy } from '../../settings/service.ts'
import { noticeForMail } from '../for-mail.ts'
import { preferencesOf } from '../preferences.ts'
import { muteToken } from './mute-token.ts'
import { type ContentContext, digestContent, mutedBy, mutedInWords, noticeContent } from './notice-content.ts'
import { noticeIdsOf } from './queries.ts'

/** Notices that a mail spells out, and those that it looks at; a digest counts the rest. */
const MAX_SHOWN = 50
const MAX_READ = 500

interface Deps {
  clock: () => Date
  config: { secretKey: Buffer }
}

type Notices = readonly [Notice, ...Notice[]]

/** Mail about notices: what is undone, read in the app, no longer visible or no longer wanted by mail is left out. */
export function noticeMails(deps: Deps): Composers {
  const composer = (contentOf: (notices: Notices, context: ContentContext) => MailContent): Composers['notices'] => {
    return async (reader, { id, personId, publicUrl }) => {
      const [first, ...others] = personId === null ? [] : await noticesIn(reader, id, personId)
      if (personId === null || !first) return { dropped: 'nothing-to-tell' }
      const notices: Notices = [first, ...others]
      const { departments } = await readPolicy(reader)
      const mute = publicUrl === undefined ? undefined : muteLink(deps, { personId, publicUrl, notices })
      const content = contentOf(notices, { publicUrl, mute, departmentOf: (key) => departments.nameOf(key) })
      return { content, unsubscribeUrl: mute?.url, thread: threadOf(notices) }
    }
  }
  return {
    notices: composer(noticeContent),
    digest: composer((notices, context) =>
      digestContent(notices.slice(0, MAX_SHOWN), Math.max(0, notices.length - MAX_SHOWN), context),
    ),
  }
}

async function noticesIn(reader: Reader, mailId: string, personId: string): Promise<Notice[]> {
  const { events } = await preferencesOf(reader, personId)
  const notices: Notice[] = []
  for (const noticeId of await noticeIdsOf(reader, mailId, MAX_READ)) {
    const notice = await noticeForMail(reader, noticeId)
    if (notice && events[notice.code].mail) notices.push(notice)
  }
  return notices
}

function muteLink(
  { clock, config }: Deps,
  { personId, publicUrl, notices }: { personId: string; publicUrl: string; notices: Notices },
) {
  const muted = mutedBy(notices)
  if (!muted) return undefined
  const token = muteToken(config.secretKey, { personId, ...muted }, clock())
  return { what: mutedInWords(muted), url: `${publicUrl}/api/mute/${token}` }
}

/** Mail about one request is one conversation. */
function threadOf(notices: Notices): string | undefined {
  const muted = mutedBy(notices)
  return muted && 'requestId' in muted ? `request ${muted.requestId}` : undefined
}
