import { DAYS, WORTH_SAYING } from './duration-sentences.ts'
import type { DayUnit } from './history.ts'
import { levelOf, type Sample } from './sample.ts'
import { MIN_FINISHED } from './starting-figures.ts'

/** Compares the request with the finished ones, by its estimate and by its age. */
export function comparisonSentences(
  estimate: number,
  recent: Sample,
  sample: Sample,
  age: number | null,
  unit: DayUnit,
): string[] {
  const sentences: string[] = []
  const count = recent.values.length
  if (count >= MIN_FINISHED) {
    const shorter = inTen(levelOf(recent, estimate))
    const among = `of the last ${count} finished requests`
    sentences.push(
      shorter === 5
        ? `Expected to take about as long as the usual one ${among}.`
        : `Expected to take ${shorter > 5 ? 'longer' : 'less time'} than ${Math.max(shorter, 10 - shorter)} in 10 ${among}.`,
    )
  }
  if (age !== null && age >= 1 && sample.values.length >= WORTH_SAYING) {
    const days = Math.round(age)
    const name = days === 1 ? DAYS[unit].slice(0, -1) : DAYS[unit]
    sentences.push(`Open for ${days} ${name} so far: ${tookLess(levelOf(sample, age))}.`)
  }
  return sentences
}

function tookLess(share: number): string {
  if (share < 0.05) return 'hardly any comparable request took less'
  if (share > 0.95) return 'hardly any comparable request took longer'
  return `${inTen(share)} in 10 comparable requests took less`
}

/** A share in tenths, limited to 1 … 9: the next request may always differ. */
function inTen(share: number): number {
  return Math.min(9, Math.max(1, Math.round(share * 10)))
}
