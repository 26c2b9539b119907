import type { UseQueryResult } from '@tanstack/react-query'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, type DialogProps } from '../../ui/Dialog.tsx'
import { RequestMissing } from '../common/RequestMissing.tsx'

interface MissingDialogProps extends Pick<DialogProps, 'title' | 'width' | 'initialFocus'> {
  query: UseQueryResult<ServiceRequest>
  onClose: () => void
  closeLabel?: string
}

/** Shown instead of a dialog whose request is missing or still loading. */
export function MissingDialog({ query, onClose, closeLabel, ...dialog }: MissingDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      {...dialog}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>{closeLabel ?? say('Close')}</Button>
        </>
      }
    >
      <DialogBody>
        <RequestMissing query={query} />
      </DialogBody>
    </Dialog>
  )
}
