import { formatNumber } from '../../shared/texts/formats.ts'

/** 1284 → "1,284" */
export function count(value: number): string {
  return formatNumber(value)
}
