import { Ban, Eye, Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { canCancel, canEdit } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useActor } from '../../people/common/use-actor.ts'
import { useCancel } from '../common/use-cancel.ts'
import { useOpenRequest } from '../common/use-open-request.ts'
import styles from './list-rows.module.css'

/** View, Edit and Cancel as permitted; "Track Only" if the person may neither edit nor cancel. */
export function RowActions({ request, describedBy }: { request: ServiceRequest; describedBy: string }) {
  const actor = useActor()
  const { open, edit, warming } = useOpenRequest()
  const { cancel, cancelling, cancelled } = useCancel()
  const [mayEdit, mayCancel] = [canEdit(actor), canCancel(actor, request)]
  const view = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The focus was lost with this row's Cancel button, which has been removed.
    if (cancelled && !mayCancel && document.activeElement === document.body) view.current?.focus()
  }, [cancelled, mayCancel])

  const common = { size: 'small', 'aria-describedby': describedBy } as const
  return (
    <span className="row-actions">
      <IconButton
        {...common}
        {...warming(request.id)}
        ref={view}
        label={say('View')}
        icon={Eye}
        onClick={() => open(request.id)}
      />
      {mayEdit && <IconButton {...common} label={say('Edit')} icon={Pencil} onClick={() => edit(request.id)} />}
      {mayCancel && (
        <IconButton {...common} label={say('Cancel')} icon={Ban} busy={cancelling} onClick={() => cancel(request)} />
      )}
      {mayEdit && !mayCancel && <span className={styles.actionGap} />}
      {!mayEdit && !mayCancel && <span className={styles.track}>{say('Track Only')}</span>}
    </span>
  )
}
