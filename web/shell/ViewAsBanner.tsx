import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { fullName } from '../../shared/people.ts'
import { stopSeeingAs, takeOverSession } from '../client/see-as.ts'
import { useSession } from '../client/session.ts'
import { messageOf } from '../errors/words.ts'
import { clockTime } from '../formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toast.ts'
import styles from './shell.module.css'

/** Shown above every page while an administrator sees it as another person. */
export function ViewAsBanner() {
  const user = useSession()?.user
  const until = user?.seeing?.until
  useEffect(() => {
    if (until === undefined) return
    // A second later, so that it has also ended by the server's clock.
    const timer = setTimeout(() => void takeOverSession().catch(() => {}), Date.parse(until) - Date.now() + 1000)
    return () => clearTimeout(timer)
  }, [until])
  const stop = useMutation({
    mutationFn: stopSeeingAs,
    onSuccess: focusHeadingAnew,
    onError: (error) => toast({ title: 'Error', description: messageOf(error, 'Please try again.'), tone: 'bad' }),
  })
  if (!user?.seeing) return null
  return (
    <Note
      tone="amber"
      icon={Eye}
      role="status"
      className={styles.seeing}
      title={`${user.seeing.by}, you see the page as ${fullName(user)}`}
      action={
        <Button busy={stop.isPending} busyLabel="Stopping..." onClick={() => stop.mutate()}>
          Stop
        </Button>
      }
    >
      <p>Nothing can be changed. It ends by itself at {clockTime(user.seeing.until)}.</p>
    </Note>
  )
}

/** The page re-renders for another person, which removes the focused button. */
function focusHeadingAnew(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }))
}
