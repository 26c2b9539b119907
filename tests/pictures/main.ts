import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { comparePictures, picturesIn } from './compare.ts'
import { SCREENS } from './screens.ts'
import { takePictures, WIDTHS } from './take.ts'

const USAGE = `npm run pictures -- --out DIR [--compare DIR] [--only WORDS] [--widths 1366,390] [--taken]
  Takes a picture of every screen at each width, light and dark, and one for paper.
  --compare   lists what differs from an earlier set, and draws it into DIR/differences
  --only      the screens whose name contains this
  --widths    some of ${WIDTHS.join(', ')}; 0 for paper
  --taken     takes none: the set in --out is compared as it is`

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    compare: { type: 'string' },
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: [...WIDTHS, 0].join() },
    taken: { type: 'boolean', default: false },
  },
})
const { out, compare, only, taken } = values
if (!out || (taken && !compare)) {
  console.error(USAGE)
  process.exit(2)
}

const widths = values.widths.split(',').map(Number)
const screens = SCREENS.filter(({ name }) => name.includes(only))
if (!taken) {
  mkdirSync(out, { recursive: true })
  const failures = await takePictures({ out, screens, widths })
  console.log(`${picturesIn(out).length} pictures are in ${out}.`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
}
if (compare) {
  const prefixes = screens.flatMap(({ name }) => widths.map((width) => `${name}.${width || 'paper'}.`))
  const differences = comparePictures(compare, out, (file) => prefixes.some((prefix) => file.startsWith(prefix)))
  for (const difference of differences) console.log(difference)
  console.log(differences.length === 0 ? 'No picture differs.' : `${differences.length} pictures differ.`)
  if (differences.length > 0) process.exitCode = 1
}
