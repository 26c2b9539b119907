import { CircleAlert } from 'lucide-react'
import { Note } from '../../ui/Note.tsx'
import { useActor } from '../../people/common/use-actor.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { toast } from '../../ui/toast.ts'

/** No link leads here without the permission, but a typed URL can. */
export function NotAllowed() {
  if (useActor().permissions.has('requests.create')) return null
  return (
    <Note tone="amber" icon={CircleAlert} role="status" title={say('Your role cannot submit requests')}>
      <p>
        {say('What you type is kept as a draft on this device. An administrator can give your role this permission.')}
      </p>
    </Note>
  )
}

export function NotCreated({ why }: { why: string }) {
  return (
    <Note tone="red" icon={CircleAlert} role="alert" title={say('Your request was not created')}>
      <p>{why}</p>
      <p className="text-12">{say('Nothing you typed was lost.')}</p>
    </Note>
  )
}

export function busyWords(isWaiting: boolean, isPaused: boolean): string {
  if (isWaiting) return say('Waiting for files...')
  return isPaused ? say('Waiting for a connection...') : say('Creating...')
}

export function sayCreated({ requestId }: ServiceRequest, onView: () => void): void {
  toast({
    tone: 'good',
    title: say('Success'),
    description: say('RFD request created successfully'),
    links: [{ label: say('View {requestId}', { requestId }), onClick: onView }],
  })
}
