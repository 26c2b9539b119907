import AssistantScreen from '../ai/AssistantScreen.tsx'
import { useSession } from '../session.ts'
import { Area } from './Area.tsx'

/** Managers and administrators ask about the office, users about their requests and the process. */
export default function AssistantPage() {
  const permissions = useSession()?.user.permissions ?? []
  if (permissions.includes('ai.assistant'))
    return <AssistantScreen isManager={permissions.includes('dashboard.view')} />
  return (
    <Area needs="ai.assistant" restricted="Your role has no access to the assistant.">
      {null}
    </Area>
  )
}
