import { lazy, type ComponentType } from 'react'
import { fetchMissingStyles } from './missing-styles.ts'

export interface Screen {
  (): React.ReactNode
  /** Preloads its code. */
  load: () => Promise<unknown>
}

/**
 * A screen whose code is loaded when it is first shown. A preloaded one renders at once: a lazy component would show its
 * fallback first, and React keeps a fallback for at least 300 ms.
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
