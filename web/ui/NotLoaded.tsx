import { WifiOff } from 'lucide-react'
import { Note } from './Note.tsx'

/** Placeholder for data that was never read and cannot be read offline. @param props.what the start of a sentence */
export function NotLoaded({ what }: { what: string }) {
  return (
    <Note tone="amber" icon={WifiOff} role="status">
      {what} before you went offline. It will load when you are back online.
    </Note>
  )
}
