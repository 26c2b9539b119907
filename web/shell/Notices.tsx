import { Bell } from 'lucide-react'
import { Icon } from '../ui/Icon.tsx'
import { Popover } from '../ui/Popover.tsx'
import styles from './header.module.css'

/** The bell. This version sends no notices, and the panel says so. */
export function Notices({ large = false }: { large?: boolean }) {
  return (
    <Popover
      label="Notifications"
      trigger={
        <button type="button" className={styles.bandButton} aria-label="Notifications" title="Notifications">
          <Icon of={Bell} size={large ? 'l' : undefined} />
        </button>
      }
    >
      <div className="padded stack gap-2">
        <h2 className="h-16">Notifications</h2>
        <p className="text-13 soft">
          This version sends no notifications. Changes are shown in the timeline of each request.
        </p>
      </div>
    </Popover>
  )
}
