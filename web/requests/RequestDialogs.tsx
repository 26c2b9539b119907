import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { canEdit } from '../../shared/request-rules.ts'
import { DocumentPanel } from '../documents/preview/DocumentPanel.tsx'
import { UploadPanel } from '../documents/upload-panel.ts'
import { requestOptions } from './common/api.ts'
import { readDocument } from '../documents/common/use-open-document.ts'
import { newRequestAddress, UPLOAD, uploadAddress } from './common/stored-list-state.ts'
import { CancelDialog } from './dialogs/CancelDialog.tsx'
import { EditDialog } from './EditDialog.tsx'
import { NewRequestDialog } from './dialogs/NewRequestDialog.tsx'
import { RequestDialog } from './details/RequestDialog.tsx'
import { useActor } from '../people/common/use-actor.ts'
import { useNeighbours } from './details/use-neighbours.ts'
import { useOpenRequest } from './common/use-open-request.ts'
import { useReturnFocus } from './use-return-focus.ts'

const NEW_REQUEST = 'new-request'

function useModal() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const isDashboard = pathname.startsWith('/dashboard')
  return {
    /** Returns to the dashboard and keeps its other parameters. */
    close: () => {
      const left = new URLSearchParams(isDashboard ? params : '')
      left.delete('modal')
      void navigate({ pathname: isDashboard ? pathname : '/dashboard', search: String(left) }, { replace: true })
    },
    reopen: () => void navigate(newRequestAddress(window.location)),
    reopenUpload: () => void navigate(uploadAddress(window.location)),
  }
}

/**
 * A document opens over its request, so its dialog mounts after the request's: two dialogs that open at once would hide
 * each other from screen readers, and Escape would close the lower one.
 */
function OpenDocument({ over }: { over: string | null }) {
  const [params] = useSearchParams()
  const { isPending } = useQuery({ ...requestOptions(over ?? ''), enabled: over !== null })
  const isAlone = over === null
  const [isBelowOpen, setBelowOpen] = useState(false)
  useEffect(() => {
    if (isAlone || isPending || isBelowOpen) return
    const timer = setTimeout(() => setBelowOpen(true))
    return () => clearTimeout(timer)
  }, [isAlone, isPending, isBelowOpen])
  const document = readDocument(params)
  if (document === null || (!isAlone && !isBelowOpen)) return null
  return <DocumentPanel {...document} />
}

function OpenRequest() {
  const [params] = useSearchParams()
  const actor = useActor()
  const modal = useModal()
  const isNew = params.get('modal') === NEW_REQUEST
  const isUpload = params.get('modal') === UPLOAD && actor.permissions.has('documents.upload')
  const named = params.get('edit')
  const edit = canEdit(actor) ? named : null
  const withdrawn = params.get('cancel')
  const cancel = actor.permissions.has('requests.cancelAny') ? withdrawn : null
  const request = params.get('request') ?? named ?? withdrawn
  const { step } = useOpenRequest()
  // State is held here, so that an edit or cancellation in between keeps the place in the list.
  const neighbours = useNeighbours(isNew || isUpload ? null : request, step)
  useReturnFocus(
    isNew ? NEW_REQUEST : isUpload ? UPLOAD : edit ? `edit:${edit}` : cancel ? `cancel:${cancel}` : request,
    edit ?? cancel ?? request,
  )

  if (isNew) return <NewRequestDialog onClose={modal.close} onReopen={modal.reopen} />
  if (isUpload) return <UploadPanel onClose={modal.close} onReopen={modal.reopenUpload} />
  if (edit) return <EditDialog key={edit} id={edit} />
  if (cancel) return <CancelDialog key={cancel} id={cancel} />
  if (request) return <RequestDialog id={request} neighbours={neighbours} />
  return null
}

/**
 * The dialogs of requests, mounted once for all screens and opened by the URL: `?modal=new-request`, `?modal=upload`,
 * `?edit=<id>`, `?cancel=<id>`, `?request=<id>&tab=<tab>`, and over all of them `?document=<id>`. An edit or a
 * cancellation replaces the details that it was opened from; without the permission the details are shown.
 */
export default function RequestDialogs() {
  const [params] = useSearchParams()
  return (
    <>
      <OpenRequest />
      <OpenDocument key={params.get('request')} over={params.get('request')} />
    </>
  )
}
