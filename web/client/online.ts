import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isOnline = () => onlineManager.isOnline()

/** Whether there is a connection, by the same source as the queries and changes that wait for it. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline)
}
