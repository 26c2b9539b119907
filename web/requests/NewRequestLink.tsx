import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

/** For those who may create requests. */
export function NewRequestLink() {
  return (
    <Link to="/dashboard?modal=new-request" className={buttonClass('primary')}>
      <Icon of={Plus} />
      New RFD Request
    </Link>
  )
}
