import { useState } from 'react'
import { LOW, PHONE, useMedia } from '../../ui/media.ts'
import { usePrintTime } from '../../ui/print-time.ts'

/** A low window or a phone has its height for the list: what waits is then behind a button until it is asked for. */
export function useWaitingShown(): { isFolded: boolean; isShown: boolean; toggle: () => void } {
  const [isLow, isPhone, isPrinted] = [useMedia(LOW), useMedia(PHONE), usePrintTime() !== null]
  const [isAsked, setAsked] = useState(false)
  const isFolded = isLow || isPhone
  return { isFolded, isShown: !isFolded || isAsked || isPrinted, toggle: () => setAsked(!isAsked) }
}
