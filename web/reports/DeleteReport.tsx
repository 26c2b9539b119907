import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Report } from '../../shared/reports/definition.ts'
import { OfflineNotice } from '../ui/errors/OfflineNotice.tsx'
import { messageOf } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useIsUnmounted } from '../ui/use-is-unmounted.ts'
import { deleteReport, dropFromList, forgetReport } from './report-api.ts'

/** The delete button with a confirmation: what is deleted with a report cannot be restored. */
export function DeleteReport({ report }: { report: Report }) {
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const keep = useRef<HTMLButtonElement>(null)
  const close = () => setAsked(false)
  const gone = useIsUnmounted()
  const isDeleted = useRef(false)
  // Only on unmount: while the page is shown, it would refetch the removed queries.
  useEffect(
    () => () => {
      if (isDeleted.current) forgetReport(report.id)
    },
    [report.id],
  )
  const removing = useMutation({
    mutationFn: () => deleteReport(report.id),
    onSuccess: async () => {
      toast({
        title: 'Report deleted',
        description: `${report.name} is gone with its schedules and files.`,
        tone: 'good',
      })
      isDeleted.current = true
      await dropFromList(report.id)
      if (gone.current) return forgetReport(report.id)
      await navigate('/reports')
    },
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The report was not deleted.'), tone: 'bad' }),
  })
  return (
    <>
      <Button icon={Trash2} onClick={() => setAsked(true)}>
        Delete
      </Button>
      {isAsked && (
        <Dialog
          open
          onOpenChange={close}
          width={480}
          title={`Delete ${report.name}?`}
          initialFocus={keep}
          footer={
            <>
              <span className="grow" />
              <Button ref={keep} onClick={close}>
                Keep it
              </Button>
              <Button look="danger" busy={removing.isPending} busyLabel="Deleting..." onClick={() => removing.mutate()}>
                Delete report
              </Button>
            </>
          }
        >
          <DialogBody>
            <OfflineNotice />
            <p>
              Its schedules, everything made from it and their files go with it, also for those who receive it. This
              cannot be undone.
            </p>
          </DialogBody>
        </Dialog>
      )}
    </>
  )
}
