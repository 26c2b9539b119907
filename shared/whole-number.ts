import { z } from 'zod'

/** A whole number from 1 to `max` in a query. */
export function wholeNumber(max: number, message: string) {
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(1, message).max(max, message))
}
