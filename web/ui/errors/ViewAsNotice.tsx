import { Eye } from 'lucide-react'
import { fullName } from '../../../shared/people.ts'
import { say } from '../../../shared/texts/say.ts'
import { useSession } from '../../client/session.ts'
import { Note } from '../Note.tsx'

/** In dialogs that change something, and cover the banner of the page: says so before anything is typed. */
export function ViewAsNotice() {
  const user = useSession()?.user
  if (!user?.seeing) return null
  return (
    <Note
      tone="amber"
      icon={Eye}
      role="status"
      className="offline"
      title={say('You see the page as {name}', { name: fullName(user) })}
    >
      <p>{say('Nothing can be changed. Stop that first, at the top of the page.')}</p>
    </Note>
  )
}
