import { Ban, Eye, Pencil } from 'lucide-react'
import { useEffect, useRef, type FocusEvent } from 'react'
import { canCancel, canEdit } from '../../shared/request-rules.ts'
import type { ServiceRequest } from '../../shared/requests.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useActor } from './use-actor.ts'
import { useCancel } from './use-cancel.ts'
import { useOpenRequest } from './use-open-request.ts'

/** A focus that a closing dialog gives back opens no tooltip; one that the keyboard brings does. */
function quietly(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}

/** View, Edit and Cancel as far as the reader may; "Track Only" where neither Edit nor Cancel is theirs. */
export function RowActions({ request, describedBy }: { request: ServiceRequest; describedBy: string }) {
  const actor = useActor()
  const { open, edit, warming } = useOpenRequest()
  const { cancel, cancelling, cancelled } = useCancel()
  const [mayEdit, mayCancel] = [canEdit(actor), canCancel(actor, request)]
  const view = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The Cancel button that was pressed here is gone, and the focus with it.
    if (cancelled && !mayCancel && document.activeElement === document.body) view.current?.focus()
  }, [cancelled, mayCancel])

  const warm = warming(request.id)
  const common = { size: 'small', 'aria-describedby': describedBy, onFocus: quietly } as const
  return (
    <span className="acts">
      <IconButton
        {...common}
        {...warm}
        ref={view}
        label="View"
        icon={Eye}
        onClick={() => open(request.id)}
        onFocus={(event) => {
          warm.onFocus()
          quietly(event)
        }}
      />
      {mayEdit && <IconButton {...common} label="Edit" icon={Pencil} onClick={() => edit(request.id)} />}
      {mayCancel && (
        <IconButton {...common} label="Cancel" icon={Ban} busy={cancelling} onClick={() => cancel(request)} />
      )}
      {mayEdit && !mayCancel && <span className="act-gap" />}
      {!mayEdit && !mayCancel && <span className="track">Track Only</span>}
    </span>
  )
}
