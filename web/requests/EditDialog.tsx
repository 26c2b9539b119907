import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceRequest } from '../../shared/requests.ts'
import { say } from '../../shared/texts/say.ts'
import { peopleOptions, requestOptions } from './common/api.ts'
import { ConflictDialog } from './conflict/ConflictDialog.tsx'
import type { EditConflict } from './dialogs/edit-form.ts'
import { EditRequestDialog } from './dialogs/EditRequestDialog.tsx'
import { MissingDialog } from './dialogs/MissingDialog.tsx'
import { useOpenRequest } from './common/use-open-request.ts'

function Editing({ request, onClose }: { request: ServiceRequest; onClose: () => void }) {
  const [conflict, setConflict] = useState<EditConflict | null>(null)
  if (conflict)
    return (
      <ConflictDialog key={conflict.current.version} conflict={conflict} onConflict={setConflict} onClose={onClose} />
    )
  return <EditRequestDialog request={request} onConflict={setConflict} onClose={onClose} />
}

/** Edits one request. It is refetched on opening, so that an edit rarely starts from stale values. */
export function EditDialog({ id }: { id: string }) {
  const { closeEdit } = useOpenRequest()
  const request = useQuery({ ...requestOptions(id), refetchOnMount: 'always' })
  useQuery(peopleOptions())
  const [begun, setBegun] = useState<ServiceRequest | null>(null)
  // Offline the cached row of a list has to do: its version reveals a concurrent edit on saving.
  const fresh = request.isFetchedAfterMount ? !request.isPlaceholderData : request.isPaused
  if (!begun && fresh && request.data) setBegun(request.data)
  if (begun) return <Editing request={begun} onClose={closeEdit} />
  return (
    <MissingDialog query={request} title={say('Edit RFD Request')} onClose={closeEdit} closeLabel={say('Cancel')} />
  )
}
