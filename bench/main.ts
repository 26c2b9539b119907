import { parseArgs } from 'node:util'
import { statementsOfList } from './bare.ts'
import { type Offices, type Place, sqliteOffices } from './databases.ts'
import { measureAi, ensureTrained } from './measure-ai.ts'
import { measureAnalytics, measureManyAnalytics } from './measure-analytics.ts'
import { measureAnalyticsPage } from './measure-analytics-page.ts'
import { measureExports } from './measure-exports.ts'
import { measureCombinations, measureList, measureSizes } from './measure-list.ts'
import { measureBackup } from './measure-backup.ts'
import { measureMoving } from './measure-moving.ts'
import { addDocuments } from './documents.ts'
import { measureDocumentMemory } from './measure-document-memory.ts'
import { measureDocuments } from './measure-documents.ts'
import { measureDocumentSearch } from './measure-document-search.ts'
import { measureInteractions } from './measure-interactions.ts'
import { measureMemory } from './measure-memory.ts'
import { measureOutlook } from './measure-outlook.ts'
import { measurePage } from './measure-page.ts'
import { measurePeople } from './measure-people.ts'
import { measureStart } from './measure-process.ts'
import { measurePreview } from './measure-preview.ts'
import { measureScaling, measureSlowCommits } from './measure-scaling.ts'
import { measureDashboard, measureDetail, measureSearch } from './measure-reads.ts'
import { measureStreams } from './measure-streams.ts'
import { measureCopying, measureComments, measureCreates } from './measure-writes.ts'
import { type Office, openOffice, type Pace } from './office.ts'
import { machine, type Row, table, writeReport } from './report.ts'
import { formatNumber } from '../shared/texts/formats.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    postgres: { type: 'boolean', default: false },
  },
})
const pace: Pace = values.quick ? { durationMs: 1000, warmUpMs: 400 } : { durationMs: 4000, warmUpMs: 1000 }
const sizes = values.quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000]
const largest = sizes.at(-1)!
const USUAL = 100_000
/** with fewer than thirty people */
const SMALL = 3000
/** of 5 kB each */
const DOCUMENTS = 20_000
/** whose content is in the store, too */
const STORED = 5000

/** In the order of measurement and of the table. */
const PARTS: Record<string, () => Promise<Row[]>> = {
  list: async () => {
    const statements = await statementsOfList(await offices.of(USUAL))
    return withOffice(USUAL, (office) => measureList(office, statements, pace))
  },
  detail: () => withOffice(USUAL, measureDetail),
  dashboard: () => withOffice(USUAL, measureDashboard),
  analytics: async () => {
    const place = await taught(USUAL)
    return measureAnalytics(place, (measure) => withServer(place, measure), pace)
  },
  ...(largest > USUAL && {
    'many-analytics': async () => {
      const place = await offices.of(largest)
      return measureManyAnalytics(place, (measure) => withServer(place, measure))
    },
  }),
  'analytics-page': () => withOffice(USUAL, measureAnalyticsPage),
  outlook: async () => {
    const place = await taught(USUAL)
    return measureOutlook(place, (measure) => withServer(place, measure, 'user'))
  },
  exports: () => withCopy((place) => withServer(place, (office) => measureExports(office, USUAL))),
  page: () => withOffice(USUAL, ({ server }) => measurePage(server)),
  interactions: () => withOffice(USUAL, ({ server }) => measureInteractions(server)),
  preview: () => withCopy((place) => withServer(place, measurePreview), SMALL),
  backup: () =>
    withCopy(async (place) => {
      await addDocuments(place, STORED)
      const what = `${formatNumber(USUAL)} requests and ${formatNumber(STORED)} documents`
      return withServer(place, (office) => measureBackup(office, what), 'admin', [])
    }),
  ...(!values.postgres && {
    moving: () =>
      withCopy(async (place) => {
        await addDocuments(place, STORED)
        return measureMoving(place)
      }),
  }),
  sizes: () => measureSizes(sizes, withOffice, { durationMs: pace.durationMs / 4, warmUpMs: 200 }),
  combinations: () =>
    withOffice(largest, (office) => measureCombinations(office, largest, { durationMs: 100, warmUpMs: 50 })),
  search: () => withOffice(largest, (office) => measureSearch(office, largest)),
  'document-search': () =>
    withCopy(async (place) => {
      await addDocuments(place, DOCUMENTS)
      return withServer(place, (office) => measureDocumentSearch(office, USUAL, DOCUMENTS))
    }),
  people: () => withCopy((place) => measurePeople(place, (measure) => withServer(place, measure, 'admin')), SMALL),
  creates: () => withCopy((place) => withServer(place, (office) => measureCreates(office, pace))),
  comments: () => withCopy((place) => withServer(place, (office) => measureComments(office, pace))),
  ...(!values.postgres && {
    copying: () => withCopy((place) => withServer(place, (office) => measureCopying(office, pace), 'admin'), SMALL),
  }),
  streams: () => withCopy((place) => measureStreams(place, pace), SMALL),
  ...(values.postgres && {
    processes: () => withCopy((place) => measureScaling(place, pace)),
    'slow-commits': () => withCopy((place) => measureSlowCommits(place, pace), SMALL),
  }),
  documents: () =>
    withCopy(async (place) => {
      const speed = await withServer(place, measureDocuments)
      return [...speed, ...(await withServer(place, measureDocumentMemory))]
    }, SMALL),
  start: () => withCopy(measureStart),
  ai: () => withCopy((place) => withServer(place, (office) => measureAi(office, USUAL, pace))),
  memory: () => withCopy((place) => withServer(place, (office) => measureMemory(office, USUAL))),
}

async function withOffice<T>(size: number, measure: (office: Office) => Promise<T>): Promise<T> {
  return withServer(await taught(size), measure)
}

async function taught(size: number): Promise<Place> {
  const place = await offices.of(size)
  await withServer(place, ensureTrained)
  return place
}

async function withServer<T>(
  place: Place,
  measure: (office: Office) => Promise<T>,
  username?: string,
  command?: readonly string[],
): Promise<T> {
  const office = await openOffice(place, pace, username, command)
  try {
    return await measure(office)
  } finally {
    await office.close()
  }
}

async function withCopy<T>(measure: (place: Place) => Promise<T>, size = USUAL): Promise<T> {
  await taught(size)
  const copy = await offices.copyOf(size)
  try {
    return await measure(copy)
  } finally {
    await copy.remove()
  }
}

const parts = values.only?.split(',') ?? Object.keys(PARTS)
const unknown = parts.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}

const offices: Offices = values.postgres ? await (await import('./postgres.ts')).postgresOffices() : sqliteOffices
const started = performance.now()
const rows: Row[] = []
let failed = false
for (const name of parts) {
  // A part that fails becomes a row of the table; the other parts still run.
  const added = await PARTS[name]!().catch((error: unknown): Row[] => {
    console.error(error)
    failed = true
    return [{ what: `${name} could not be measured`, measured: '', budget: '', holds: false }]
  })
  rows.push(...added)
  for (const { what, measured, budget, holds } of added) {
    console.log(`${holds ? '  ' : '! '}${what}: ${measured} (budget ${budget})`)
  }
}

offices.stop()

const missed = rows.filter(({ holds }) => !holds)
console.log(`\n${table(rows)}\n\n${rows.length - missed.length} of ${rows.length} budgets hold.`)
if (values.only === undefined && !failed) {
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  const kind = values.quick ? '`--quick`, without the million; ' : ''
  const facts = [...machine(), `${kind}100,000 requests unless a line says otherwise; ${minutes} minutes`]
  if (values.postgres) writeReport('bench-postgres', rows, facts)
  else writeReport('bench', rows, facts)
}
process.exitCode = failed ? 1 : 0
