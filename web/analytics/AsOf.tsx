import { fullInstant } from '../formats/dates.ts'

/** Up to when figures are known. A component, because a popover draws its content only while it is open. */
export function AsOf({ at }: { at: string }) {
  return <>As of {fullInstant(at)}</>
}
