import { Component, type ReactNode } from 'react'
import { RefreshCw } from 'lucide-react'
import { Button } from '../Button.tsx'
import { OUTDATED, useOutdated } from './outdated.ts'
import { say } from '../../../shared/texts/say.ts'

/** Fallback for content that failed to render. React logs the cause. */
export class RenderErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <RenderError /> : this.props.children
  }
}

function RenderError() {
  const isOutdated = useOutdated()
  return (
    <main className="whole">
      <div className="empty" role="alert">
        <h1 className="h-20">{isOutdated ? OUTDATED.title : say('Something went wrong')}</h1>
        <p>
          {isOutdated
            ? OUTDATED.text
            : say('This page could not be shown. What you typed has been kept on this device.')}
        </p>
        <div className="row wrap">
          <Button look="primary" icon={RefreshCw} onClick={() => window.location.reload()}>
            {say('Refresh Page')}
          </Button>
        </div>
      </div>
    </main>
  )
}
