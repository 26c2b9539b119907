import { ABLATION_HEADER, ablation, ablationLines, type AblationResult } from './ablation-report.ts'
import { ablateDurations, DURATION_HEADER, durationLine } from './ablation-durations.ts'

const SEEDS = 6
const REQUESTS = 900

/** Prints the contribution of each part of the engine; takes about ten minutes on one core. */
export function printAblation(): void {
  const results: AblationResult[] = []
  for (const result of ablation(SEEDS)) {
    console.error(result[0]!.set)
    results.push(...result)
  }
  console.log('Mean ± standard error of the paired difference, with the part − without it.\n')
  console.log(ABLATION_HEADER)
  for (const line of ablationLines(results)) console.log(line)
  console.log(`\n${DURATION_HEADER}`)
  for (const worth of ablateDurations(SEEDS, REQUESTS)) console.log(durationLine(worth))
}
