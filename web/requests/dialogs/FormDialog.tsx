import type { ReactNode } from 'react'
import { useIsSeeing } from '../../client/see-as.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { say } from '../../../shared/texts/say.ts'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'actions' | 'width' | 'initialFocus' | 'children'> {
  formId: string
  /** state of the form's draft */
  draftLine: ReactNode
  onLeave: () => void
  leaveLabel?: string
  /** null if the form can no longer be submitted; it is not offered while the page is seen as somebody else either */
  submit: { label: string; busyLabel: string; isBusy: boolean; look?: 'primary' | 'danger' } | null
}

/** A dialog around one form, with buttons at its foot to submit and to close it. */
export function FormDialog({ formId, draftLine, onLeave, leaveLabel, submit, ...dialog }: FormDialogProps) {
  const isSeeing = useIsSeeing()
  return (
    <Dialog
      open
      onOpenChange={onLeave}
      {...dialog}
      footer={
        <>
          {draftLine}
          <span className="grow" />
          <Button onClick={onLeave}>{leaveLabel ?? say('Cancel')}</Button>
          {submit && !isSeeing && (
            <Button
              type="submit"
              form={formId}
              look={submit.look ?? 'primary'}
              busy={submit.isBusy}
              busyLabel={submit.busyLabel}
            >
              {submit.label}
            </Button>
          )}
        </>
      }
    />
  )
}
