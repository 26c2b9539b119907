import { Ban, MessageSquare, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { canCancel, canEdit } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { WatchControls } from '../../notices/WatchControls.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { useActor } from '../../people/common/use-actor.ts'
import type { Details } from './use-details.ts'

/** The actions that the person may take on a request: the same in the dialog and on its own page. */
export function RequestActions({ request, details }: { request: ServiceRequest; details: Details }) {
  const actor = useActor()
  const { edit, comment, cancel, cancelling } = details
  return (
    <>
      {canEdit(actor) && (
        <Button look="primary" icon={Pencil} onClick={() => edit(request.id)}>
          {say('Edit Request')}
        </Button>
      )}
      {actor.permissions.has('comments.create') && (
        <Button icon={MessageSquare} onClick={comment}>
          {say('Add Comment')}
        </Button>
      )}
      {canCancel(actor, request) && (
        <Button icon={Ban} busy={cancelling} onClick={() => cancel(request)}>
          {say('Cancel Request')}
        </Button>
      )}
      <WatchControls request={request} />
      {actor.permissions.has('roles.manage') && (
        <Link className={buttonClass('quiet')} to={`/team/access?about=${request.requestId}`}>
          {say('Who can do what')}
        </Link>
      )}
    </>
  )
}
