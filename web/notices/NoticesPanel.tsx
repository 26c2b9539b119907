import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useIsSeeing } from '../client/see-as.ts'
import { ErrorNote } from '../ui/errors/ErrorNote.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { count } from '../ui/count.ts'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { Icon } from '../ui/Icon.tsx'
import { useClosePopover } from '../ui/Popover.tsx'
import { TabList, TabPanel, Tabs } from '../ui/Tabs.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { markNotices, preferencesOptions, type Show, unreadOptions } from './api.ts'
import { NoticeList } from './NoticeList.tsx'
import { PREFERENCES_PAGE } from './paths.ts'
import { quietWords } from './quiet-hours.ts'
import { useForgetListsOnClose } from './use-notice-list.ts'
import styles from './notices.module.css'

/** What the bell opens. */
export default function NoticesPanel() {
  if (useIsSeeing())
    return (
      <div className="padded stack gap-2">
        <h2 className="h-16">Notifications</h2>
        <p className="text-13 soft">Private: not shown while you see the page as somebody else.</p>
      </div>
    )
  return <OwnNotices />
}

function OwnNotices() {
  const [show, setShow] = useState<Show>('unread')
  const client = useQueryClient()
  const { data: counts } = useQuery({ ...unreadOptions, enabled: false })
  useEffect(() => void client.refetchQueries({ queryKey: unreadOptions.queryKey, exact: true }), [client])
  useForgetListsOnClose()
  const tabs: { value: Show; label: string; count?: string }[] = [
    { value: 'unread', label: 'Unread', ...countOf(counts?.unread) },
    { value: 'mentions', label: 'Mentions', ...countOf(counts?.mentions) },
    { value: 'all', label: 'All' },
  ]
  return (
    <div className={styles.panel}>
      <Head unread={counts?.unread ?? 0} />
      <Tabs value={show} onValueChange={(value) => setShow(value as Show)}>
        <TabList label="Notifications" tabs={tabs} />
        {tabs.map(({ value }) => (
          <TabPanel key={value} value={value} className={styles.list}>
            <NoticeList show={value} onShow={setShow} />
          </TabPanel>
        ))}
      </Tabs>
      <Foot />
    </div>
  )
}

const countOf = (n: number | undefined) => (n ? { count: count(n) } : {})

function Head({ unread }: { unread: number }) {
  const box = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(box, 'h2', unread === 0)
  const marking = useMutation({ mutationFn: () => markNotices({ all: true }, true) })
  const markAll = () => {
    keepFocus()
    marking.mutate()
  }
  const close = useClosePopover()
  return (
    <div ref={box}>
      <div className={styles.head}>
        <h2 className="h-16 grow" tabIndex={-1}>
          Notifications
        </h2>
        {unread > 0 && (
          <Button look="quiet" size="small" icon={Check} busy={marking.isPending} onClick={markAll}>
            Mark all as read
          </Button>
        )}
        <Tooltip label="Notification preferences" naming>
          <Link
            to={PREFERENCES_PAGE}
            className={classes(buttonClass('quiet', 'small'), 'icon-only')}
            aria-label="Notification preferences"
            onClick={close}
          >
            <Icon of={SlidersHorizontal} />
          </Link>
        </Tooltip>
      </div>
      {marking.isError && <ErrorNote title="Nothing was marked as read" error={marking.error} onRetry={markAll} />}
    </div>
  )
}

function Foot() {
  const { data } = useQuery(preferencesOptions)
  const close = useClosePopover()
  return (
    <div className={styles.foot}>
      <span className="grow">
        {data?.quietHours && <span className={styles.quiet}>{quietWords(data.quietHours)}</span>}
        <span className={styles.keys}>
          <kbd>↓</kbd> <kbd>↑</kbd> go through them
        </span>
      </span>
      <Link to={PREFERENCES_PAGE} onClick={close}>
        Preferences
      </Link>
    </div>
  )
}
