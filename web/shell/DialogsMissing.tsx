import { useLayoutEffect, useRef } from 'react'
import { useAddress, withParam } from '../client/address.ts'
import { Button } from '../ui/Button.tsx'
import { PartMissing } from '../errors/PartMissing.tsx'
import { DIALOG_PARAMS } from '../vocabulary/dialog-params.ts'

/** Shown instead of a dialog whose code failed to load. The page below stays as it is. */
export function DialogsMissing({ again }: { again: () => void }) {
  const [params, change] = useAddress()
  const sheet = useRef<HTMLDivElement>(null)
  const wasClosed = useRef(false)
  const isNamed = DIALOG_PARAMS.some((name) => params.has(name))
  // Before the paint: reopening a dialog retries, and the note shows only if that fails, too.
  useLayoutEffect(() => {
    if (isNamed && wasClosed.current) again()
    else sheet.current?.focus()
    wasClosed.current = !isNamed
  }, [isNamed, again])
  const close = () =>
    change((now) => DIALOG_PARAMS.reduce((left, name) => withParam(left, name, null), now), { replace: true })
  if (!isNamed) return null
  return (
    <div className="overlay">
      <div className="dialog" role="alertdialog" aria-label="This part could not be loaded" ref={sheet} tabIndex={-1}>
        <div className="body">
          <PartMissing again={again} />
        </div>
        <footer>
          <span className="grow" />
          <Button onClick={close}>Close</Button>
        </footer>
      </div>
    </div>
  )
}
