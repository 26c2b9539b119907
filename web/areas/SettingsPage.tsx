import { Area, NothingYet } from './Area.tsx'

export default function SettingsPage() {
  return (
    <Area needs="settings.manage" restricted="Administrator privileges are needed to change settings.">
      <NothingYet>This version has no settings to change.</NothingYet>
    </Area>
  )
}
