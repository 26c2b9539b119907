import { useLayoutEffect } from 'react'
import { fullName } from '../../../shared/people.ts'
import { say } from '../../../shared/texts/say.ts'
import { useOfficeName } from '../../client/office-name.ts'
import { PRODUCT } from '../pages/pages.ts'
import { fullInstant } from '../../ui/formats/dates.ts'
import { useSession } from '../../client/session.ts'
import { usePrintTime } from '../../ui/print-time.ts'

/** A longer address, with the time and the name, would run into the page number of an upright sheet. */
const MAX_ADDRESS = 60

/** The header of a printed page, and the line that `print.css` prints at the foot of every sheet. */
export function PrintHeader() {
  const at = usePrintTime()
  const office = useOfficeName()
  const name = fullName(useSession()?.user)
  useLayoutEffect(() => {
    if (at === null) return
    const { host, pathname, search } = window.location
    const when = fullInstant(at)
    const printed = name ? say('Printed {when} by {name}', { when, name }) : say('Printed {when}', { when })
    const address = `${host}${pathname}`
    const whole = address + search
    const foot = `${whole.length > MAX_ADDRESS ? address : whole}  ·  ${printed}`
    const { style } = document.documentElement
    style.setProperty('--paper-foot', JSON.stringify(foot))
    return () => void style.removeProperty('--paper-foot')
  }, [at, name])
  if (at === null) return null
  return (
    <div className="paper-head" aria-hidden="true">
      <b>{office}</b>
      <span>{say(PRODUCT)}</span>
    </div>
  )
}
