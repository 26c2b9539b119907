import { Link } from 'react-router'
import { buttonClass } from '../Button.tsx'
import { say } from '../../../shared/texts/say.ts'

export default function NotFoundPage() {
  return (
    <div className="whole">
      <div className="empty">
        <h1 className="h-20" tabIndex={-1}>
          {say('404 Page Not Found')}
        </h1>
        <p>{say('There is no page at this address. It may have been mistyped, or the page has moved.')}</p>
        <div className="row wrap">
          <Link to="/dashboard" className={buttonClass('primary')}>
            {say('Go to the dashboard')}
          </Link>
        </div>
      </div>
    </div>
  )
}
