import { WifiOff } from 'lucide-react'
import { useOnline } from '../online.ts'
import { Note } from '../ui/Note.tsx'

export function OfflineNotice() {
  const online = useOnline()
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
