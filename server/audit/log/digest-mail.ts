import { z } from 'zod'
import type { Composers } from '../../notices/mail/composer.ts'
import { auditDigestAddress } from '../../notices/mail/settings.ts'

const About = z.object({ entries: z.int(), digest: z.string() })

/** The daily mail with the digest of the audit log, to the address in the settings. */
export function auditDigestMails(): Composers {
  return {
    'audit-digest': async (reader, { about }) => {
      const address = await auditDigestAddress(reader)
      if (address === '') return { dropped: 'nothing-to-tell' }
      const { entries, digest } = About.parse(about)
      return {
        address,
        thread: 'audit log',
        content: {
          subject: 'Digest of the audit log',
          paragraphs: [
            `The audit log has ${entries} entries. Their digest is:`,
            digest,
            'Keep this message. If an entry is ever changed or removed, an export of the log no longer gives this digest.',
          ],
        },
      }
    },
  }
}
