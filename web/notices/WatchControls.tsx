import { useMutation, useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import type { Watcher } from '../../shared/notices.ts'
import { fullName } from '../../shared/people.ts'
import type { ServiceRequest } from '../../shared/requests.ts'
import { useSession } from '../client/session.ts'
import { messageOf } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { Popover } from '../ui/Popover.tsx'
import { toast } from '../ui/toast.ts'
import { changeWatch, watchersOptions } from './api.ts'
import styles from './watch.module.css'

/** Watching a request, and who does. */
export function WatchControls({ request: { id } }: { request: Pick<ServiceRequest, 'id'> }) {
  const me = useSession()?.user
  const { data: watchers } = useQuery(watchersOptions(id))
  const watching = useToggle(id)
  if (!watchers || !me) return null
  const watches = watchers.some((watcher) => watcher.id === me.id)
  return (
    <span className={styles.watch}>
      <Button
        look="quiet"
        icon={watches ? EyeOff : Eye}
        busy={watching.isPending}
        onClick={() => watching.mutate(!watches)}
      >
        {watches ? 'Unwatch' : 'Watch'}
      </Button>
      {watchers.length > 0 && <Watchers watchers={watchers} me={me.id} />}
    </span>
  )
}

function useToggle(id: string) {
  return useMutation({
    mutationFn: (watches: boolean) => changeWatch(id, watches),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'Nothing was changed. Please try again.'), tone: 'bad' }),
  })
}

/** The server names so many at most. */
const MAX_NAMED = 200

function Watchers({ watchers, me }: { watchers: readonly Watcher[]; me: string }) {
  const n = `${count(watchers.length)}${watchers.length === MAX_NAMED ? ' or more' : ''}`
  return (
    <Popover
      label="Who watches this request"
      align="start"
      focus="panel"
      trigger={
        <button type="button" className="button quiet">
          {n} watching
        </button>
      }
    >
      <div className={styles.names}>
        <h3 className="h-14">Who watches this request</h3>
        <ul>
          {watchers.map((watcher) => (
            <li key={watcher.id}>
              <bdi>{fullName(watcher)}</bdi>
              {watcher.id === me && ' (you)'}
            </li>
          ))}
        </ul>
      </div>
    </Popover>
  )
}
