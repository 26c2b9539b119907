import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { fullName } from '../../../shared/people.ts'
import { say } from '../../../shared/texts/say.ts'
import { stopSeeingAs, takeOverSession } from '../../client/see-as.ts'
import { useSession } from '../../client/session.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { clockTime } from '../../ui/formats/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './shell.module.css'

const RETRY_MS = 5000

/** Shown above every page while an administrator sees it as another person. */
export function ViewAsBanner() {
  const user = useSession()?.user
  const until = user?.seeing?.until
  useEffect(() => {
    if (until === undefined) return
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    // Repeated until the session has changed: there may be no connection yet, or the server's clock is behind.
    const check = () =>
      void takeOverSession()
        .catch(() => {})
        .finally(() => {
          if (!isOver) timer = setTimeout(check, RETRY_MS)
        })
    timer = setTimeout(check, Date.parse(until) - Date.now() + 1000)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [until])
  const stop = useMutation({
    mutationFn: stopSeeingAs,
    onSuccess: refocusHeading,
    onError: (error) =>
      toast({ title: say('Error'), description: messageOf(error, say('Please try again.')), tone: 'bad' }),
  })
  if (!user?.seeing) return null
  return (
    <Note
      tone="amber"
      icon={Eye}
      role="status"
      className={styles.seeing}
      title={say('{by}, you see the page as {name}', { by: user.seeing.by, name: fullName(user) })}
      action={
        <Button busy={stop.isPending} busyLabel={say('Stopping...')} onClick={() => stop.mutate()}>
          {say('Stop')}
        </Button>
      }
    >
      <p>{say('Nothing can be changed. It ends by itself at {time}.', { time: clockTime(user.seeing.until) })}</p>
    </Note>
  )
}

/** The page re-renders for another person, which removes the focused button. */
function refocusHeading(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }))
}
