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

type Told = readonly [Notice, ...Notice[]]

/** Mail about notices: what is undone, read in the app, no longer visible or no longer wanted by mail is left out. */
export function noticeMails(deps: Deps): Composers {
  const composer = (contentOf: (told: Told, context: ContentContext) => MailContent): Composers['notices'] => {
    return async (reader, { id, personId, publicUrl }) => {
      const [first, ...others] = personId === null ? [] : await toldIn(reader, id, personId)
      if (personId === null || !first) return { dropped: 'nothing-to-tell' }
      const told: Told = [first, ...others]
      const { departments } = await readPolicy(reader)
      const mute = publicUrl === undefined ? undefined : muteLink(deps, { personId, publicUrl, told })
      const content = contentOf(told, { publicUrl, mute, departmentOf: (key) => departments.nameOf(key) })
      return { content, unsubscribeUrl: mute?.url, thread: threadOf(told) }
    }
  }
  return {
    notices: composer(noticeContent),
    digest: composer((told, context) =>
      digestContent(told.slice(0, MAX_SHOWN), Math.max(0, told.length - MAX_SHOWN), context),
    ),
  }
}

async function toldIn(reader: Reader, mailId: string, personId: string): Promise<Notice[]> {
  const { events } = await preferencesOf(reader, personId)
  const told: Notice[] = []
  for (const noticeId of await noticeIdsOf(reader, mailId, MAX_READ)) {
    const notice = await noticeForMail(reader, noticeId)
    if (notice && events[notice.code].mail) told.push(notice)
  }
  return told
}

function muteLink(
  { clock, config }: Deps,
  { personId, publicUrl, told }: { personId: string; publicUrl: string; told: Told },
) {
  const muted = mutedBy(told)
  if (!muted) return undefined
  const token = muteToken(config.secretKey, { personId, ...muted }, clock())
  return { what: mutedInWords(muted), url: `${publicUrl}/api/mute/${token}` }
}

/** Mail about one request is one conversation. */
function threadOf(told: Told): string | undefined {
  const muted = mutedBy(told)
  return muted && 'requestId' in muted ? `request ${muted.requestId}` : undefined
}
