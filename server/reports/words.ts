import { formatNumber } from '../../shared/texts/formats.ts'

/** `1,284`, `12.5`; `–` without a value. */
export function figure(value: number | null, unit = ''): string {
  if (value === null) return '–'
  const shown = formatNumber(value, { maximumFractionDigits: 1 })
  if (unit === '') return shown
  return unit === '%' ? `${shown}%` : `${shown} ${shown === '1' ? unit.replace(/s$/, '') : unit}`
}

/** `+8`, `-3`, `0`, for changes; `–` without a value. */
export function signed(value: number | null): string {
  return `${value !== null && value > 0 ? '+' : ''}${figure(value)}`
}

export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${figure(value)} ${value === 1 ? one : many}`
}

/** Change from the previous period: `up 12 from 40`. Null without a comparison. */
export function changeFrom(value: number | null, before: number | null, unit = ''): string | null {
  if (value === null || before === null) return null
  const difference = Math.round((value - before) * 10) / 10
  if (difference === 0) return 'as before'
  return `${difference > 0 ? 'up' : 'down'} ${figure(Math.abs(difference))} from ${figure(before, unit)}`
}

/** Share in per cent, rounded; null if the whole is zero. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole)
}

/** Rounded to a tenth, the displayed precision. */
export function tenth(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10
}
