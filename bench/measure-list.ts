import { generator } from '../engine/classifier/random.ts'
import { SORT_COLUMNS } from '../shared/requests.ts'
import type { RequestList } from '../shared/request-list.ts'
import type { Profile } from '../shared/users.ts'
import { formatNumber } from '../shared/texts/formats.ts'
import { type Bare, type Statement, startBaseline } from './bare.ts'
import { toRead } from './databases.ts'
import { load } from './load.ts'
import type { Office, Pace } from './office.ts'
import { atLeast, atMost, ms, perSecond, type Row, times } from './report.ts'

/** An odd number, so that there is a middle round. */
const ROUNDS = 7

const FIRST_PAGE = '/api/requests?page=1&limit=10'

/** The first page compared with bare `node:http`, its latency, and the unchanged page (304). */
export async function measureList(office: Office, statements: Statement[], pace: Pace): Promise<Row[]> {
  const bare = await startBaseline(office.place, statements)
  try {
    return await measureBeside(bare, office, pace)
  } finally {
    await bare.stop()
  }
}

async function measureBeside(bare: Bare, office: Office, pace: Pace): Promise<Row[]> {
  const round: Pace = { durationMs: 1500, warmUpMs: 500 }
  const known = async () => {
    const { headers } = await office.client.send({ path: FIRST_PAGE, headers: office.headers })
    return { 'if-none-match': headers.etag ?? '' }
  }
  await office.ask(FIRST_PAGE, { connections: 8, ...pace })
  const whole = await measureAlternately(office, bare, async () => ({}), { expects: 200, ...round })
  const unchanged = await measureAlternately(office, bare, known, { expects: 304, ...round })
  const bareAlone = await load({ url: bare.url, calls: [{ path: '/' }], connections: 1, ...pace })
  const alone = await office.ask(FIRST_PAGE)
  const packed = await office.ask([{ path: FIRST_PAGE, headers: { 'accept-encoding': 'gzip, deflate, br' } }])
  const { place } = office
  const list = 'List page, signed in, exact total: throughput beside a bare `node:http`'
  const beside = { measured: perSecond(whole.ours), limit: perSecond(whole.theirs), ratio: whole.ratio.toFixed(2) }
  return [
    atLeast(list, whole.ratio, 0.5, (ratio) => `${ratio} of it`, beside),
    atMost('– median latency', alone.median, toRead(place, 1), ms, {
      limit: ms(bareAlone.median),
      ratio: times(alone.median / bareAlone.median),
    }),
    atMost('– median latency, packed as browsers ask for it', packed.median, toRead(place, 1), ms),
    atLeast('– unchanged page (304)', unchanged.ours, place.databaseUrl ? 2500 : 5000, perSecond, {
      limit: perSecond(unchanged.theirs),
      ratio: unchanged.ratio.toFixed(2),
    }),
  ]
}

/**
 * Calls per second of both servers, measured alternately in short rounds: other load on the machine affects both. The round
 * with the median ratio counts, so that disturbed rounds do not.
 */
async function measureAlternately(
  office: Office,
  bare: Bare,
  headersNow: () => Promise<Record<string, string>>,
  order: Pace & { expects: number },
) {
  const round = async () => {
    const headers = await headersNow()
    const bareCalls = [{ path: '/', headers }]
    const theirs = (await load({ url: bare.url, calls: bareCalls, connections: 8, ...order })).perSecond
    const ours = (await office.ask([{ path: FIRST_PAGE, headers }], { connections: 8, ...order })).perSecond
    return { theirs, ours, ratio: ours / theirs }
  }
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  // A session's use is written once a minute; that commit changes the list's ETag, and the round is retried.
  for (let i = 0; i < ROUNDS; i++) rounds.push(await round().catch(round))
  return rounds.toSorted((a, b) => a.ratio - b.ratio)[(ROUNDS - 1) / 2]!
}

/** Typical list queries, the same at every size. */
const ASKED: Record<string, string> = {
  'first page': 'page=1',
  'page 500': 'page=500',
  pending: 'page=1&status=pending',
  'completed, page 500': 'page=500&status=completed',
  overdue: 'page=1&overdue=true',
  'department and priority': 'page=1&department=security&priority=critical',
  'open, by due date': 'page=1&status=pending,in_progress&sort=dueDate&order=asc',
  mine: 'page=1&requester=me',
  'unassigned and pending': 'page=1&assignedTo=unassigned&status=pending',
  'by title': 'page=1&sort=title&order=asc',
}

/** Median of every query at every size; the budget is that of a usual view at a million. */
export async function measureSizes(
  sizes: readonly number[],
  withOffice: (size: number, measure: (office: Office) => Promise<void>) => Promise<void>,
  pace: Pace,
): Promise<Row[]> {
  const medians = new Map<string, number[]>(Object.keys(ASKED).map((name) => [name, []]))
  let budget = NaN
  for (const size of sizes) {
    await withOffice(size, async (office) => {
      budget = toRead(office.place, 10)
      for (const [name, query] of Object.entries(ASKED)) {
        const path = `/api/requests?limit=10&${query}`
        await office.get<RequestList>(path)
        medians.get(name)?.push((await office.ask(path, pace)).median)
      }
    })
  }
  return [...medians].map(([name, all]) =>
    atMost(`List at ${sizes.map(short).join(', ')}: ${name}`, all.at(-1) ?? NaN, budget, ms, {
      measured: all.map(ms).join(', '),
    }),
  )
}

/** Many combinations of filters and order, each by its median, and how much the slowest one slows down another user. */
export async function measureCombinations(office: Office, requests: number, pace: Pace): Promise<Row[]> {
  const medians: { path: string; median: number }[] = []
  const { id } = await office.get<Profile>('/api/profile')
  for (const query of combinations(60, id)) {
    const path = `/api/requests?limit=10&${query}`
    await office.get<RequestList>(path)
    medians.push({ path, median: (await office.ask(path, pace)).median })
  }
  medians.sort((a, b) => a.median - b.median)
  const slowest = medians.at(-1)!
  const at = (share: number) => medians[Math.floor(medians.length * share)]!.median
  const others = { rate: 100, connections: 4, durationMs: 3000 }
  const [list] = await Promise.all([office.ask(FIRST_PAGE, others), office.ask(slowest.path, { durationMs: 3000 })])
  const what = `List at ${formatNumber(requests)}: ${medians.length} combinations of filters and order`
  const { place } = office
  const budget = toRead(place, requests > 100_000 ? 1000 : 100)
  return [
    atMost(what, slowest.median, budget, ms, {
      measured: `median ${ms(at(0.5))}, nine of ten ${ms(at(0.9))}, the slowest ${ms(slowest.median)}`,
      budget: `each at most ${ms(budget)}`,
      limit: `\`${slowest.path.split('&').slice(1).join('&')}\``,
    }),
    atMost('– p99 of somebody else’s list during the slowest, 100/s', list.p99, toRead(place, 10), ms),
  ]
}

/** Deterministic: each filter is present or not, with one of its values. */
function combinations(count: number, me: string): string[] {
  const random = generator(1)
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
  return Array.from({ length: count }, () => {
    const filters = Object.entries(FILTERS).filter(() => random() < 0.4)
    const query = filters.map(([name, values]): [string, string] => [name, pick(values).replace('<me>', me)])
    return new URLSearchParams([...query, ['sort', pick(SORT_COLUMNS)], ['order', pick(['asc', 'desc'])]]).toString()
  })
}

const FILTERS: Record<string, readonly string[]> = {
  status: ['pending', 'completed', 'pending,in_progress', 'cancelled,rejected'],
  priority: ['critical', 'low', 'medium,high'],
  department: ['security', 'it', 'compliance,operations'],
  requester: ['me'],
  assignedTo: ['unassigned', '<me>'],
  overdue: ['true'],
  createdFrom: ['2025-01-01', '2026-06-01'],
  dueTo: ['2025-06-01', '2027-01-01'],
}

function short(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000} M` : `${size / 1000} k`
}
