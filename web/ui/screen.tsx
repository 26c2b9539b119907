import { lazy, type ComponentType } from 'react'
import { fetchMissingStyles } from './missing-styles.ts'

export interface Screen {
  (): React.ReactNode
  /** Fetches its code ahead. */
  load: () => Promise<unknown>
}

/**
 * A screen whose code is fetched when it is first shown. One that was fetched ahead is drawn at once: a lazy component
 * would show its placeholder first, and React keeps a placeholder for 300 ms at least.
 */
export function screen(load: () => Promise<{ default: ComponentType }>): Screen {
  let Loaded: ComponentType | undefined
  const fetched = async () => {
    await fetchMissingStyles()
    const module = await load()
    Loaded = module.default
    return module
  }
  const Lazy = lazy(fetched)
  function Screen() {
    return Loaded ? <Loaded /> : <Lazy />
  }
  Screen.load = fetched
  return Screen
}
