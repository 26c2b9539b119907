import { WifiOff } from 'lucide-react'
import { useOnline } from '../../client/online.ts'
import { Note } from '../Note.tsx'
import { say } from '../../../shared/texts/say.ts'

export function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <Note tone="amber" icon={WifiOff} title={say('You are offline')} className="offline">
          <p>
            {say(
              'You are seeing what was loaded earlier. What you type is kept here, and changes are sent when you are back online.',
            )}
          </p>
        </Note>
      )}
    </div>
  )
}
