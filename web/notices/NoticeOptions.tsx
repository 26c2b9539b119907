import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Notice } from '../../shared/notices.ts'
import { ErrorNote } from '../ui/errors/ErrorNote.tsx'
import { Button } from '../ui/Button.tsx'
import { changeKind, changeWatch } from './api.ts'
import { kindName, reasonsOf } from './notice-words.ts'
import styles from './notices.module.css'

const OFF = { app: false, mail: false }

/** All reasons of a notice, and how not to get such notices. */
export function NoticeOptions({ notice }: { notice: Notice }) {
  const reasons = reasonsOf(notice)
  return (
    <div className={styles.options} data-options>
      <p>Why you got this: {reasons.join('; ') || 'it was sent to you'}.</p>
      <div className="row wrap">
        {notice.requestId !== null && <Unwatch requestId={notice.requestId} />}
        <MuteKind code={notice.code} />
      </div>
    </div>
  )
}

function Unwatch({ requestId }: { requestId: string }) {
  return (
    <Toggle
      on={`Unwatch ${requestId}`}
      off={`Watch ${requestId} again`}
      failed="The request is watched as before"
      change={(isOff) => changeWatch(requestId, !isOff)}
    />
  )
}

function MuteKind({ code }: { code: Notice['code'] }) {
  const before = useRef<typeof OFF>({ app: true, mail: false })
  const change = async (isOff: boolean) => {
    const replaced = await changeKind(code, isOff ? OFF : before.current)
    if (isOff && replaced) before.current = replaced
  }
  const kind = kindName(code)
  return (
    <Toggle on={`Mute “${kind}”`} off={`Unmute “${kind}”`} failed="Your preferences are as before" change={change} />
  )
}

interface ToggleProps {
  on: string
  off: string
  failed: string
  change: (isOff: boolean) => Promise<void>
}

/** Stops something, and undoes it. A toast would lie under the panel. */
function Toggle({ on, off, failed, change }: ToggleProps) {
  const changing = useMutation({ mutationFn: change })
  const isOff = changing.isSuccess ? changing.variables : changing.isPending && !changing.variables
  return (
    <>
      <Button size="small" busy={changing.isPending} onClick={() => changing.mutate(!isOff)}>
        {isOff ? off : on}
      </Button>
      {changing.isError && <ErrorNote title={failed} error={changing.error} />}
    </>
  )
}
