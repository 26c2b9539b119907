import { Store, useStore } from '../ui/store.ts'
import { onDevice } from './storage.ts'

/** Also read by before-page.js, before the first paint. */
const KEY = 'rfd.theme'

export type Theme = 'light' | 'dark' | 'system'
export const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

/** The theme applied to the page. */
const applied = new Store<Theme>('system')

export function setTheme(theme: Theme): void {
  if (theme === 'system') onDevice.remove(KEY)
  else onDevice.store(KEY, theme)
  applyTheme()
}

export function applyTheme(): void {
  const stored = onDevice.read(KEY)
  const theme = stored === 'light' || stored === 'dark' ? stored : 'system'
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  applied.set(theme)
}

/** Applies a theme chosen in another tab. */
export function followThemeOfOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) applyTheme()
  })
}

export function useTheme(): Theme {
  return useStore(applied)
}
