import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/band.css'
import './styles/overlays.css'
import './styles/toasts.css'
import './styles/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { checkSessionWhenIdle, forgetAnswersOfOthers, prefetchWhenIdle } from './query.ts'
import { App } from './router.tsx'
import { followOtherTabs, loadSession } from './session.ts'
import { applyTheme, followThemeOfOtherTabs } from './theme.ts'
import { allowInjectedStyles } from './ui/nonce.ts'

if (import.meta.env.DEV) void import('./contracts.ts')
allowInjectedStyles()
applyTheme()
followThemeOfOtherTabs()
loadSession()
followOtherTabs()
forgetAnswersOfOthers()
prefetchWhenIdle()
checkSessionWhenIdle()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
