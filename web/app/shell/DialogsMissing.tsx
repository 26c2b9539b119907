import { useLayoutEffect, useRef, useState } from 'react'
import { useAddress, withParam } from '../../client/address.ts'
import { Button } from '../../ui/Button.tsx'
import { PartMissing } from '../../ui/errors/PartMissing.tsx'
import { useCloseOnEscape } from '../../ui/floating.ts'
import { DIALOG_PARAMS } from '../../client/dialog-params.ts'
import { say } from '../../../shared/texts/say.ts'

/** Shown instead of a dialog whose code failed to load. The page below stays as it is. */
export function DialogsMissing({ again }: { again: () => void }) {
  const [params, change] = useAddress()
  const isNamed = DIALOG_PARAMS.some((name) => params.has(name))
  const [wasClosed, setWasClosed] = useState(false)
  if (!isNamed && !wasClosed) setWasClosed(true)
  // Reopening a dialog retries, and the note shows only if that fails, too.
  const isRetrying = isNamed && wasClosed
  useLayoutEffect(() => {
    if (isRetrying) again()
  }, [isRetrying, again])
  const close = () =>
    change((now) => DIALOG_PARAMS.reduce((left, name) => withParam(left, name, null), now), { replace: true })
  if (!isNamed || isRetrying) return null
  return <MissingSheet again={again} onClose={close} />
}

/** Modal without the dialog library, whose code may be what is missing. */
function MissingSheet({ again, onClose }: { again: () => void; onClose: () => void }) {
  const overlay = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  useCloseOnEscape(true, onClose)
  useLayoutEffect(() => {
    const opener = document.activeElement
    const covered = [...(overlay.current?.parentElement?.children ?? [])].filter((one) => one !== overlay.current)
    for (const one of covered) one.toggleAttribute('inert', true)
    sheet.current?.focus()
    return () => {
      for (const one of covered) one.removeAttribute('inert')
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <div className="overlay" ref={overlay}>
      <div
        className="dialog"
        role="alertdialog"
        aria-modal
        aria-label={say('This part could not be loaded')}
        ref={sheet}
        tabIndex={-1}
      >
        <div className="body">
          <PartMissing again={again} />
        </div>
        <footer>
          <span className="grow" />
          <Button onClick={onClose}>{say('Close')}</Button>
        </footer>
      </div>
    </div>
  )
}
