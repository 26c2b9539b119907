import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/parts.css'
import './ui/styles/band.css'
import './ui/styles/overlays.css'
import './ui/styles/toasts.css'
import './ui/styles/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { prepareFirstScreen } from './app/first-screen.ts'
import { checkSession, checkSessionOnReturn } from './client/check-session.ts'
import { forgetAnswersOfOthers, prefetchWhenIdle, whenIdle } from './client/query.ts'
import { App } from './app/router.tsx'
import { followOtherTabs, loadSession, onceSignedIn } from './client/session.ts'
import { applyTheme, followThemeOfOtherTabs } from './client/theme.ts'
import { ignoreComposedKeys } from './ui/composed-keys.ts'
import { watchStyles } from './ui/missing-styles.ts'

if (import.meta.env.DEV) void import('./client/contracts.ts')
ignoreComposedKeys()
watchStyles()
applyTheme()
followThemeOfOtherTabs()
loadSession()
followOtherTabs()
forgetAnswersOfOthers()
prefetchWhenIdle()
whenIdle(checkSession)
checkSessionOnReturn()
onceSignedIn(() => whenIdle(loadFollowing))

/**
 * Not needed for the first screen; its code is mostly that of the signed-in ones. Without a connection it is loaded once
 * there is one.
 */
function loadFollowing(): void {
  const again = () => window.addEventListener('online', loadFollowing, { once: true })
  import('./app/follow-events.ts').then(({ followEvents }) => followEvents(), again)
}

/** There is one language so far, and one to test the page with, in development. */
async function chooseLanguage(): Promise<void> {
  if (import.meta.env.DEV) (await import('./client/pseudo-language.ts')).choosePseudoLanguage()
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
const reactRoot = createRoot(root)
void Promise.all([chooseLanguage(), prepareFirstScreen(window.location.pathname)]).then(() =>
  reactRoot.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
