import { Plus } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { newRequestAddress } from './stored-list-state.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { say } from '../../../shared/texts/say.ts'

/** Show only to people who may create requests. */
export function NewRequestLink() {
  return (
    <Link to={newRequestAddress(useLocation())} className={buttonClass('primary')}>
      <Icon of={Plus} />
      {say('New RFD Request')}
    </Link>
  )
}
