import { useSyncExternalStore } from 'react'
import { readStored, removeStored, store } from './storage.ts'

/** Also read by before-page.js, before the first paint. */
const KEY = 'rfd.theme'

export type Theme = 'light' | 'dark' | 'system'
export const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

const listeners = new Set<() => void>()

function currentTheme(): Theme {
  const stored = readStored(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') removeStored(KEY)
  else store(KEY, theme)
  applyTheme()
}

export function applyTheme(): void {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

/** Another tab's choice counts here too. */
export function followThemeOfOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) applyTheme()
  })
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
}
