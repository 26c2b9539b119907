const format = new Intl.NumberFormat('en')

/** 1284 → "1,284" */
export function count(value: number): string {
  return format.format(value)
}
