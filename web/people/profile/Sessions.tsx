import { useMutation } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { Session } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { nearInstant } from '../../ui/formats/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { endSessions, useSessions } from './api.ts'
import { deviceName } from './device.ts'
import styles from './profile.module.css'
import { classes } from '../../ui/classes.ts'

/** The person's sessions, each with a button to end it. */
export function Sessions() {
  const query = useSessions()
  const { data: sessions, error } = query
  const end = useMutation({
    mutationFn: endSessions,
    onSuccess: (_nothing, id) =>
      toast({ title: id === undefined ? say('Other sessions ended') : say('Session ended'), tone: 'good' }),
    onError: () =>
      toast({ title: say('Error'), description: say('Failed to end the session. Please try again.'), tone: 'bad' }),
  })
  const others = sessions?.filter((session) => !session.current) ?? []
  const isEnding = (id: string | undefined) => end.isPending && end.variables === id
  const section = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(section, 'h2', sessions)
  const press = (id: string | undefined) => {
    keepFocus()
    end.mutate(id)
  }
  return (
    <section className="card" aria-labelledby="sessions" ref={section}>
      <header className="lined">
        <h2 className="grow" id="sessions" tabIndex={-1}>
          {say('Your sessions')}
        </h2>
        {others.length > 1 && (
          <Button size="small" busy={isEnding(undefined)} busyLabel={say('Ending...')} onClick={() => press(undefined)}>
            {say('Sign out other sessions')}
          </Button>
        )}
      </header>
      <div className="padded">
        {error && !sessions && <ReadError title={say('Failed to fetch sessions')} query={query} />}
        {!sessions &&
          !error &&
          (query.isPaused ? (
            <NotLoaded what={say('The list of your sessions was not loaded')} />
          ) : (
            <Loading>
              <Skeleton />
            </Loading>
          ))}
        <ul className="stack">
          {sessions?.map((session) => (
            <SessionRow key={session.id} session={session}>
              {!session.current && (
                <Button
                  size="small"
                  busy={isEnding(session.id)}
                  busyLabel={say('Ending...')}
                  aria-label={say('End the session: {device}, {when}', {
                    device: deviceName(session.userAgent),
                    when: nearInstant(session.lastSeenAt),
                  })}
                  onClick={() => press(session.id)}
                >
                  {say('End')}
                </Button>
              )}
            </SessionRow>
          ))}
        </ul>
      </div>
    </section>
  )
}

function SessionRow({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <li className="row">
      <span className="grow text-13">
        <b className="medium">{deviceName(session.userAgent)}</b>
        <span className={classes('text-12 muted', styles.sessionLine)}>
          {session.current
            ? say('This session')
            : say('Last used {lastSeenAt}', { lastSeenAt: nearInstant(session.lastSeenAt) })}
          {session.address && ` · ${session.address}`}
        </span>
      </span>
      {children}
    </li>
  )
}
