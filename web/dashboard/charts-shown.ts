import { useState } from 'react'
import { useSession } from '../client/session.ts'
import { onDevice } from '../client/storage.ts'
import { LOW, useMedia } from '../ui/media.ts'

/**
 * Whether the charts stand above the list. Until the person has chosen, they do where the window has room for both; the
 * choice is kept in this browser, for this person.
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
