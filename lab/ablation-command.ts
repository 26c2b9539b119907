import { ABLATION_HEADER, ablation, ablationLines, type Worth } from './ablation-report.ts'
import { ablateDurations, DURATION_HEADER, durationLine } from './ablation-durations.ts'

const SEEDS = 6
const REQUESTS = 900

/** Prints the contribution of each part of the engine; takes about ten minutes on one core. */
export function printAblation(): void {
  const worths: Worth[] = []
  for (const found of ablation(SEEDS)) {
    console.error(found[0]!.set)
    worths.push(...found)
  }
  console.log('Mean ± standard error of the paired difference, with the part − without it.\n')
  console.log(ABLATION_HEADER)
  for (const line of ablationLines(worths)) console.log(line)
  console.log(`\n${DURATION_HEADER}`)
  for (const worth of ablateDurations(SEEDS, REQUESTS)) console.log(durationLine(worth))
}
