import { count } from '../count.ts'

/** A change with its sign: "+4", "−3" (a true minus), "0". */
export function signed(change: number): string {
  if (change === 0) return '0'
  return change > 0 ? `+${count(change)}` : `−${count(-change)}`
}
