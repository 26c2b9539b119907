import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { Note } from '../ui/Note.tsx'

/** Asks the same source as the queries and changes that wait for the connection. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  return (
    <div role="status">
      {!online && (
        <Note tone="amber" icon={WifiOff} title="You are offline" className="offline">
          <p>
            You see what was loaded before. What you type is kept here, and changes are sent when the connection is
            back.
          </p>
        </Note>
      )}
    </div>
  )
}
