import { Shell } from '../shell/Shell.tsx'
import { fetchAhead } from './fetch-ahead.ts'

export default function OfficeShell() {
  return <Shell fetchAhead={fetchAhead} />
}
