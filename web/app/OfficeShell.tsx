import { Shell } from './shell/Shell.tsx'
import { preloadScreens } from './preload-screens.ts'

export default function OfficeShell() {
  return <Shell preloadScreens={preloadScreens} />
}
