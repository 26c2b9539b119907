import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import type { RequestList } from '../../../shared/request-list.ts'
import { say } from '../../../shared/texts/say.ts'
import { storedListAddress, newRequestAddress } from '../../requests/common/stored-list-state.ts'
import { REQUESTS_FIRST_PAGE } from '../../client/query.ts'
import { useSession } from '../../client/session.ts'
import { classes } from '../../ui/classes.ts'
import { count } from '../../ui/count.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { isCurrent as isCurrentItem, menuFor } from '../pages/menu.ts'
import styles from './menu.module.css'

/** The menu in the sidebar and in the phone's drawer. `rail`: only the icons are shown, the labels are tooltips. */
export function Menu({ rail = false, onFollow }: { rail?: boolean; onFollow?: () => void }) {
  const location = useLocation()
  const { pathname } = location
  const session = useSession()
  const { data } = useQuery<RequestList>({ queryKey: [REQUESTS_FIRST_PAGE] })
  return (
    <nav className={classes(styles.sidebar, rail && styles.rail)} aria-label={say('Main')}>
      <ul>
        {menuFor(session?.user.permissions ?? []).map((item) => {
          const label = say(item.label)
          const isCurrent = isCurrentItem(item, pathname)
          // A list reopens with its last filters; on the list itself the item resets them.
          const address = item.to === pathname ? item.to : storedListAddress(item.to)
          const to = item.isNewRequest ? newRequestAddress(location) : address
          return (
            <li key={label}>
              <Tooltip
                label={item.admin ? say('{label} · ADMIN', { label }) : label}
                side="right"
                naming
                disabled={!rail}
              >
                <Link to={to} aria-current={isCurrent ? 'page' : undefined} onClick={onFollow}>
                  <Icon of={item.icon} />
                  <span>{label}</span>
                  {item.admin && <span className={styles.tag}>{say('ADMIN')}</span>}
                  {item.to === '/requests' && data && (
                    <span className={styles.count}>
                      {count(data.total)}
                      {data.exact ? '' : '+'}
                    </span>
                  )}
                </Link>
              </Tooltip>
            </li>
          )
        })}
      </ul>
      {!rail && <p className={styles.version}>{say('Version {most}', { most: __VERSION__ })}</p>}
    </nav>
  )
}
