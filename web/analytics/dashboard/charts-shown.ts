import { useState } from 'react'
import { useSession } from '../../client/session.ts'
import { onDevice } from '../../client/storage.ts'
import { LOW, useMedia } from '../../ui/media.ts'

/**
 * Whether the charts are shown above the list. By default they are where the window has space for both; the person's choice is
 * stored in this browser, for this person.
 */
export function useChartsShown(): [boolean, (shown: boolean) => void] {
  const key = `rfd.charts.${useSession()?.user.id}`
  const isLow = useMedia(LOW)
  const [chosen, setChosen] = useState(() => onDevice.read(key))
  const setShown = (shown: boolean) => {
    const choice = shown ? 'shown' : 'hidden'
    onDevice.store(key, choice)
    setChosen(choice)
  }
  return [chosen === null ? !isLow : chosen === 'shown', setShown]
}
