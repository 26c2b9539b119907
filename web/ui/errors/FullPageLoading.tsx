import { say } from '../../../shared/texts/say.ts'

export function FullPageLoading() {
  return (
    <div className="whole after-200" role="status">
      <span className="row soft">
        <i className="spin" />
        {say('Loading...')}
      </span>
    </div>
  )
}
