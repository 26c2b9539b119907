import { VOCABULARY } from '../seeds/large/vocabulary.ts'
import type { RequestList } from '../shared/request-list.ts'
import { formatNumber } from '../shared/texts/formats.ts'
import { readThrough, toRead } from './databases.ts'
import type { Office } from './office.ts'
import { atMost, ms, type Row } from './report.ts'

const SEARCH = '/api/requests?page=1&limit=10&search='
const searchFor = (words: readonly string[]) => words.map((word) => ({ path: SEARCH + encodeURIComponent(word) }))

/** Typical search words: the things, goods and faults that the texts are about, from the most common to rare ones. */
const USUAL = [...VOCABULARY.thing, ...VOCABULARY.goods, ...VOCABULARY.fault]

/**
 * Words that no text contains although all their trigrams occur in common words, as "manifest" and "station" cover
 * "manifestation": the index must compare all candidates before it can answer that there are none.
 */
function worstWords(): string[] {
  const words = [
    ...new Set(
      Object.values(VOCABULARY)
        .flat()
        .join(' ')
        .toLowerCase()
        .match(/[a-z]{5,}/g),
    ),
  ]
  const joined = words.flatMap((one) =>
    words.filter((other) => other.startsWith(one.slice(-2))).map((o) => one + o.slice(2)),
  )
  return joined.filter((word) => !words.some((usual) => usual.includes(word))).slice(0, 60)
}

/** Each search is made once: pages that SQLite has cached for a search must not speed up the next measurement. */
export async function measureSearch(office: Office, requests: number, more = ''): Promise<Row[]> {
  const at = `at ${formatNumber(requests)}${more}`
  readThrough(office.place)
  // Other words first, so that the reader threads are started.
  await office.ask(searchFor(VOCABULARY.remark.map((remark) => remark.split(' ')[3] ?? remark)), { once: true })
  const usual = await office.ask(searchFor(USUAL), { once: true })
  const worst = worstWords()
  const half = Math.ceil(worst.length / 2)
  const alone = await office.ask(searchFor(worst.slice(0, half)), { once: true })
  // Another user pages through the list during the other half of the searches.
  const others = await whileAsking(searchFor(worst.slice(half)))
  const { place } = office
  const first = `Search ${at}, ${USUAL.length} usual words and phrases, each for the first time`
  return [
    atMost(first, usual.median, toRead(place, 10), ms, {
      measured: `median ${ms(usual.median)}, p99 ${ms(usual.p99)}`,
    }),
    atMost(`Search ${at}, the worst of ${half} words that no text has`, alone.longest, toRead(place, 250), ms),
    atMost('– p99 of somebody else’s list meanwhile, 100/s', others.p99, toRead(place, 10), ms),
  ]

  async function whileAsking(calls: { path: string }[]) {
    const pages = [1, 2, 3].map((page) => ({ path: `/api/requests?limit=10&page=${page}` }))
    const [list] = await Promise.all([
      office.ask(pages, { rate: 100, connections: 4, durationMs: 3000 }),
      office.ask(calls, { once: true }),
    ])
    return list
  }
}

/** The three calls of a request's page, one after the other. */
export async function measureDetail(office: Office): Promise<Row[]> {
  const { requests } = await office.get<RequestList>('/api/requests?status=completed&limit=1')
  const { id } = requests[0]!
  const parts = []
  for (const end of ['', '/comments', '/history']) parts.push((await office.ask(`/api/requests/${id}${end}`)).median)
  const sum = parts.reduce((a, b) => a + b, 0)
  const measured = `${ms(sum)} (${parts.map(ms).join(' + ')})`
  return [atMost('Detail with comments and history', sum, toRead(office.place, 1.5), ms, { measured })]
}

export async function measureDashboard(office: Office): Promise<Row[]> {
  const medians = []
  for (const part of ['stats', 'status-distribution', 'volume?range=6m']) {
    medians.push({ part, median: (await office.ask(`/api/dashboard/${part}`)).median })
  }
  const sum = medians.reduce((all, { median }) => all + median, 0)
  const measured = `${ms(sum)} (${medians.map(({ median }) => ms(median)).join(' + ')})`
  return [atMost('Dashboard statistics and charts data', sum, toRead(office.place, 2), ms, { measured })]
}
