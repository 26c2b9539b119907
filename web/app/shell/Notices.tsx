import { Bell } from 'lucide-react'
import { lazyPanel } from '../../ui/errors/lazy-panel.tsx'
import { useAnnouncement, useUnread } from '../../notices/use-unread.ts'
import { count } from '../../ui/count.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Popover } from '../../ui/Popover.tsx'
import styles from './header.module.css'
import { say } from '../../../shared/texts/say.ts'

const MAX_SHOWN = 99

/** The list behind the bell, loaded when it is first opened, or once the first screen has settled. */
export const NoticesPanel = lazyPanel(() => import('../../notices/NoticesPanel.tsx'))

/** The bell, with the number of unread notices. */
export function Notices({ large = false }: { large?: boolean }) {
  const { data } = useUnread()
  const unread = data?.unread ?? 0
  const announcement = useAnnouncement(data)
  // The server itself counts up to a thousand only.
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : count(unread)
  const label = unread === 0 ? say('Notifications') : say('Notifications, {shown} unread', { shown })
  return (
    <>
      <Popover
        label={say('Notifications')}
        className={`panel ${styles.notices}`}
        focus="panel"
        trigger={
          <button type="button" className={styles.bandButton} aria-label={label} title={label}>
            <Icon of={Bell} size={large ? 'l' : undefined} />
            {unread > 0 && (
              <span className={styles.badge} aria-hidden="true">
                {shown}
              </span>
            )}
          </button>
        }
      >
        <NoticesPanel />
      </Popover>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  )
}
