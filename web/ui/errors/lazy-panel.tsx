import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { fetchMissingStyles } from '../missing-styles.ts'
import { PartMissing } from './PartMissing.tsx'
import { say } from '../../../shared/texts/say.ts'

/** A part's code failed to load. Unlike an error in rendering, that is caused by the connection and can be retried. */
class PanelMissing extends Error {
  override name = 'PanelMissing'
}

interface BoundaryProps {
  /** fallback for the missing part */
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
    // A rendering error is a bug of the page: its own boundary reports it.
    if (!(error instanceof PanelMissing)) throw error
    return this.props.instead
  }
}

export interface PanelOptions {
  /** shown while its code is loading */
  waiting?: ReactNode
  /** shown if its code fails to load; by default a note with a retry */
  missing?: (again: () => void) => ReactNode
}

export interface Panel<P> {
  (props: P): ReactNode
  /** Preloads its code. */
  load: () => Promise<unknown>
}

/**
 * A part of a screen whose code is loaded when it is first shown. If that fails, only the part shows the error: the form
 * or page around it keeps what was typed. A preloaded one renders at once: a lazy component would show its fallback first,
 * and React keeps a fallback for at least 300 ms.
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
  // A lazy component caches its failure, so a retry needs a new one.
  const lazily = (): ComponentType<P> =>
    lazy(() =>
      fetched().catch((cause: unknown) => {
        Latest = lazily()
        throw new PanelMissing(say('Its code could not be fetched'), { cause })
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
