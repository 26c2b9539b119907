import { useMemo } from 'react'
import type { Actor } from '../../../shared/requests.ts'
import { useSession } from '../../client/session.ts'

/** The signed-in person as the shared rules expect it. The server decides; the page only hides what it would refuse. */
export function useActor(): Actor {
  const user = useSession()?.user
  return useMemo(() => ({ id: user?.id ?? '', permissions: new Set(user?.permissions ?? []) }), [user])
}
