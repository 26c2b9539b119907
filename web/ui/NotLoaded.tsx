import { WifiOff } from 'lucide-react'
import { Note } from './Note.tsx'
import { say } from '../../shared/texts/say.ts'

/** Placeholder for data that was never read and cannot be read offline. @param props.what the start of a sentence */
export function NotLoaded({ what }: { what: string }) {
  return (
    <Note tone="amber" icon={WifiOff} role="status">
      {say('{what} before you went offline. It will load when you are back online.', { what })}
    </Note>
  )
}
