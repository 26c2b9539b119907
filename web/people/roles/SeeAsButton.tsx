import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Access } from '../../../shared/access.ts'
import { notGrantable } from '../../../shared/granting.ts'
import { fullName } from '../../../shared/people.ts'
import { startSeeingAs } from '../../client/see-as.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useActor } from '../common/use-actor.ts'

/** Opens the page as that person sees it; nothing for oneself and for people with more permissions. */
export function SeeAsButton({ person, permissions }: Pick<Access, 'person' | 'permissions'>) {
  const actor = useActor()
  const navigate = useNavigate()
  const start = useMutation({
    mutationFn: () => startSeeingAs(person.id),
    onSuccess: () => void navigate('/dashboard'),
    onError: (error) => toast({ title: 'Error', description: messageOf(error, 'Please try again.'), tone: 'bad' }),
  })
  if (person.id === actor.id || notGrantable(actor, permissions).length > 0) return null
  return (
    <div>
      <Button icon={Eye} busy={start.isPending} busyLabel="Opening..." onClick={() => start.mutate()}>
        See the page as {fullName(person)}
      </Button>
      <p className="text-12 muted">View only, for 15 minutes. Start and stop are recorded in the audit log.</p>
    </div>
  )
}
