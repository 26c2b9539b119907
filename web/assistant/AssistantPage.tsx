import AssistantScreen from './AssistantScreen.tsx'
import { useSession } from '../client/session.ts'
import { Area } from '../app/pages/Area.tsx'

/** Managers and administrators ask about the office, users about their requests and the process. */
export default function AssistantPage() {
  const permissions = useSession()?.user.permissions ?? []
  if (permissions.includes('ai.assistant'))
    return <AssistantScreen isManager={permissions.includes('dashboard.view')} />
  return <Area>{null}</Area>
}
