import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isOnline = () => onlineManager.isOnline()

/** Whether there is a connection, from the same source by which queries and mutations pause. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline)
}
