import type { RequestList } from '../shared/requests.ts'
import { type Bare, type Statement, startBare } from './bare.ts'
import { load } from './load.ts'
import type { Office, Pace } from './office.ts'
import { ms, perSecond, type Row, times } from './report.ts'

/** An odd number: the middle one counts. */
const ROUNDS = 7

const FIRST_PAGE = '/api/requests?page=1&limit=10'

/** The first page against bare `node:http`, its latency, and the page that has not changed. */
export async function measureList(office: Office, statements: Statement[], pace: Pace): Promise<Row[]> {
  const bare = await startBare(office.place, statements)
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
  const whole = await byTurns(office, bare, async () => ({}), { expects: 200, ...round })
  const unchanged = await byTurns(office, bare, known, { expects: 304, ...round })
  const bareAlone = await load({ url: bare.url, calls: [{ path: '/' }], connections: 1, ...pace })
  const alone = await office.ask(FIRST_PAGE)
  const packed = await office.ask([{ path: FIRST_PAGE, headers: { 'accept-encoding': 'gzip, deflate, br' } }])
  return [
    {
      what: 'List page, signed in, exact total',
      measured: perSecond(whole.ours),
      budget: 'at least 0.6 of bare `node:http`',
      limit: perSecond(whole.theirs),
      ratio: whole.ratio.toFixed(2),
      holds: whole.ratio >= 0.6,
    },
    {
      what: '– median latency',
      measured: ms(alone.median),
      budget: '1 ms',
      limit: ms(bareAlone.median),
      ratio: times(alone.median / bareAlone.median),
      holds: alone.median <= 1,
    },
    {
      what: '– median latency, packed as browsers ask for it',
      measured: ms(packed.median),
      budget: '1 ms',
      holds: packed.median <= 1,
    },
    {
      what: '– unchanged page (304)',
      measured: perSecond(unchanged.ours),
      budget: '20,000/s',
      limit: perSecond(unchanged.theirs),
      ratio: unchanged.ratio.toFixed(2),
      holds: unchanged.ours >= 20_000,
    },
  ]
}

/**
 * Calls a second of either, by turns in short rounds: whatever else the machine does falls on both, and rounds that it spoils
 * do not count, because the one with the middle ratio does.
 */
async function byTurns(
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
  // The note of a session's use, once a minute, is a commit, after which a list has another tag: such a round is made again.
  for (let i = 0; i < ROUNDS; i++) rounds.push(await round().catch(round))
  return rounds.toSorted((one, other) => one.ratio - other.ratio)[(ROUNDS - 1) / 2]!
}

/** What people ask a list for; the same at every size. */
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

/** Median of every way to ask, at every size. */
export async function measureSizes(
  sizes: readonly number[],
  withOffice: (size: number, measure: (office: Office) => Promise<void>) => Promise<void>,
  pace: Pace,
): Promise<Row[]> {
  const medians = new Map<string, number[]>(Object.keys(ASKED).map((name) => [name, []]))
  for (const size of sizes) {
    await withOffice(size, async (office) => {
      for (const [name, query] of Object.entries(ASKED)) {
        const path = `/api/requests?limit=10&${query}`
        await office.get<RequestList>(path)
        medians.get(name)?.push((await office.ask(path, pace)).median)
      }
    })
  }
  return [...medians].map(([name, all]): Row => {
    const [smallest = NaN] = all
    const largest = all.at(-1) ?? NaN
    return {
      what: `List at ${sizes.map(short).join(', ')}: ${name}`,
      measured: all.map(ms).join(', '),
      budget: 'at most 1.5 times the smallest',
      limit: ms(smallest),
      ratio: times(largest / smallest),
      holds: largest <= smallest * 1.5,
    }
  })
}

function short(size: number): string {
  return size >= 1_000_000 ? `${size / 1_000_000} M` : `${size / 1000} k`
}
