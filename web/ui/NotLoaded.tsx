import { WifiOff } from 'lucide-react'
import { Note } from './Note.tsx'

/** In the place of what was never read and cannot be read without a connection. @param props.what as the start of a sentence */
export function NotLoaded({ what }: { what: string }) {
  return (
    <Note tone="amber" icon={WifiOff} role="status">
      {what} before you went offline. It will load when you are back online.
    </Note>
  )
}
