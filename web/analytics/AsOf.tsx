import { fullInstant } from '../ui/formats/dates.ts'

/** Time of the figures. A component, so that the date is formatted only while the popover is open. */
export function AsOf({ at }: { at: string }) {
  return <>As of {fullInstant(at)}</>
}
