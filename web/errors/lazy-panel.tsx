import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { fetchMissingStyles } from '../ui/missing-styles.ts'
import { PartMissing } from './PartMissing.tsx'

/** The code of a part didn't come. Unlike a fault in drawing, that is the connection's doing and may be tried again. */
class PanelMissing extends Error {
  override name = 'PanelMissing'
}

interface BoundaryProps {
  /** in the place of the part that is missing */
  instead: ReactNode
  children: ReactNode
}

class PanelBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    // What could not be drawn is the page's own fault, and its boundary says so.
    if (!(error instanceof PanelMissing)) throw error
    return this.props.instead
  }
}

export interface PanelOptions {
  /** while its code is on the way */
  waiting?: ReactNode
  /** when its code doesn't come; left out, a note with a second try */
  missing?: (again: () => void) => ReactNode
}

export interface Panel<P> {
  (props: P): ReactNode
  /** Fetches its code ahead. */
  load: () => Promise<unknown>
}

/**
 * A part of a screen whose code is fetched when it is first shown. If that fails, the part alone says so: the form or
 * page around it, and what was typed there, stays. One that was fetched ahead is drawn at once: a lazy component would
 * show its placeholder first, and React keeps a placeholder for 300 ms at least.
 */
export function lazyPanel<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { waiting = null, missing = (again) => <PartMissing again={again} /> }: PanelOptions = {},
): Panel<P> {
  const fetched = async () => {
    await fetchMissingStyles()
    const module = await load()
    Latest = module.default
    return module
  }
  // A lazy component remembers its failure, so the next try needs a new one.
  const lazily = (): ComponentType<P> =>
    lazy(() =>
      fetched().catch((cause: unknown) => {
        Latest = lazily()
        throw new PanelMissing('Its code could not be fetched', { cause })
      }),
    )
  let Latest = lazily()
  function Part(props: P) {
    const [{ Content, tries }, setContent] = useState({ Content: Latest, tries: 0 })
    const again = () => setContent({ Content: Latest, tries: tries + 1 })
    return (
      <PanelBoundary key={tries} instead={missing(again)}>
        <Suspense fallback={waiting}>
          <Content {...props} />
        </Suspense>
      </PanelBoundary>
    )
  }
  Part.load = fetched
  return Part
}
