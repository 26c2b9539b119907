import { prose, SIGNS_IN, type Stuffed } from './office.ts'
import { PUBLIC_FLOODS } from './public-floods.ts'

export interface FloodCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  body?: string
  headers?: Record<string, string>
}

export interface Around extends Stuffed {
  token: string
  managerToken: string
  /** path of a list with the longest requests */
  longList: string
}

export interface Flood {
  name: string
  /** concurrent calls */
  connections: number
  /** pause between batches; when left out, each connection sends again as soon as it is answered */
  pauseMs?: number
  /** aborts the call after this time and sends the next */
  leavesAfterMs?: number
  /** reads only the beginning of its answers */
  stalls?: boolean
  call(i: number, around: Around): FloodCall
}

const MEGABYTE = 1024 * 1024
const DAY_MS = 86_400_000
const PACKED = { 'accept-encoding': 'br, gzip' }
const asUser = ({ token }: Around) => ({ authorization: `Bearer ${token}` })
const json = (value: unknown) => JSON.stringify(value)

function read(path: string, around: Around): FloodCall {
  return { method: 'GET', path, headers: { ...PACKED, ...asUser(around) } }
}
/** Download of a file, which is never compressed. */
function download({ large, token }: Around): FloodCall {
  return { method: 'GET', path: `/api/documents/${large}/content`, headers: { authorization: `Bearer ${token}` } }
}
const asManager = (around: Around): Around => ({ ...around, token: around.managerToken })
function send(path: string, body: string, around: Around): FloodCall {
  return { method: 'POST', path, body, headers: asUser(around) }
}
function signIn(username: string, address: string): FloodCall {
  const body = json({ username, password: 'not the right one' })
  return { method: 'POST', path: '/api/auth/login', body, headers: { 'x-forwarded-for': address } }
}
/** Widely scattered, like the machines of a botnet; never the same twice. */
function scattered(i: number): number {
  const mixed = Math.imul(i + 1, 2654435761)
  return Math.imul(mixed ^ (mixed >>> 15), 2246822519) >>> 0
}
function anyIpv4(i: number): string {
  const at = scattered(i)
  return `${11 + ((at >>> 24) % 150)}.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
}
/** A separate /64 each, of which one customer of a provider has thousands. */
const anyIpv6 = (i: number) => `2001:db8:${(scattered(i) >>> 16).toString(16)}:${(i & 0xffff).toString(16)}::1`
const addressOf = (i: number) => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`

const JUNK = 'x'.repeat(4 * MEGABYTE)
const BRACKETS = '['.repeat(4 * MEGABYTE)
const UNKNOWN = json(Object.fromEntries(Array.from({ length: 22_000 }, (_, i) => [`field${i}`, i])))
const SIGN_IN_FIELDS = UNKNOWN.slice(0, 7000).replace(/,[^,]*$/, '}')

/** Attacks by one ordinary account, or without any account. */
export const FLOODS: Flood[] = [
  {
    name: 'long comments, 50 packed reads',
    connections: 50,
    call: (_, around) => read(`/api/requests/${around.discussed}/comments?limit=100`, around),
  },
  {
    name: 'long comments and history, 200 packed reads',
    connections: 200,
    call: (i, around) => read(`/api/requests/${around.discussed}/${i % 2 ? 'comments' : 'history'}?limit=100`, around),
  },
  {
    name: 'lists of the longest requests, 50 packed reads',
    connections: 50,
    call: (_, around) => read(around.longList, around),
  },
  {
    name: 'long comments, 200 readers that take nothing',
    connections: 200,
    stalls: true,
    call: (_, around) => {
      const { headers, ...call } = read(`/api/requests/${around.discussed}/comments?limit=100`, around)
      return { ...call, headers: { ...headers, 'accept-encoding': 'identity' } }
    },
  },
  {
    name: '1,000 comments at once',
    connections: 1000,
    pauseMs: 2000,
    call: (i, around) =>
      send(`/api/requests/${around.discussed}/comments`, json({ comment: prose(10_000, i) }), around),
  },
  {
    name: '1,000 classifications at once',
    connections: 1000,
    pauseMs: 2000,
    call: (i, around) =>
      send('/api/ai/classify-request', json({ title: prose(200, i), description: prose(5000, i) }), around),
  },
  {
    name: '1,000 comparisons at once',
    connections: 1000,
    pauseMs: 2000,
    call: (i, around) => send('/api/ai/similar', json({ title: prose(200, i), description: prose(5000, i) }), around),
  },
  {
    name: '1,000 searches at once',
    connections: 1000,
    pauseMs: 2000,
    call: (i, around) =>
      read(`/api/requests?limit=100&search=${encodeURIComponent(`e ${prose(2, i)} the ${i}`)}`, around),
  },
  {
    name: '1,000 requests as PDF at once',
    connections: 1000,
    pauseMs: 2000,
    leavesAfterMs: 6000,
    call: (_, around) => read(`/api/requests/${around.discussed}/pdf`, around),
  },
  {
    name: '1,000 downloads of 10 MB at once',
    connections: 1000,
    pauseMs: 2000,
    leavesAfterMs: 6000,
    call: (_, around) => download(around),
  },
  {
    name: '1,000 downloads of 10 MB, readers that take nothing',
    connections: 1000,
    stalls: true,
    call: (_, around) => download(around),
  },
  {
    name: '1,000 uploads announced at once',
    connections: 1000,
    pauseMs: 2000,
    call: (_, around) => send('/api/uploads', json({ name: 'x.pdf', size: 100 }), around),
  },
  {
    name: '1,000 pieces of uploads begun and left',
    connections: 1000,
    leavesAfterMs: 500,
    call: (i, { uploads, ...around }) => {
      const type = { 'content-type': 'application/octet-stream', 'content-length': String(MEGABYTE) }
      const path = `/api/uploads/${uploads[i % uploads.length]}?offset=0`
      return { method: 'PATCH', path, body: '%PDF-1.7', headers: { authorization: `Bearer ${around.token}`, ...type } }
    },
  },
  {
    name: '1,000 documents to be read at once',
    connections: 1000,
    pauseMs: 2000,
    call: (i, { letters, ...around }) =>
      send(
        '/api/document-readings',
        json({ documentId: letters[i % letters.length] }),
        asManager({ letters, ...around }),
      ),
  },
  {
    name: '1,000 questions to the analytics at once',
    connections: 1000,
    pauseMs: 2000,
    call: (i, around) => {
      const day = (before: number) => new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10)
      return read(`/api/analytics/flow?from=${day(30 + (i % 300))}&to=${day(i % 7)}`, asManager(around))
    },
  },
  {
    name: '1,000 exports asked for at once',
    connections: 1000,
    pauseMs: 2000,
    call: (i, around) =>
      send(
        '/api/exports',
        json({ format: i % 2 ? 'xlsx' : 'csv', view: { search: `tariff ${i}` } }),
        asManager(around),
      ),
  },
  {
    name: 'wrong passwords, one address',
    connections: 300,
    call: () => signIn(SIGNS_IN, '10.0.0.1'),
  },
  {
    name: 'wrong passwords for one account, many addresses',
    connections: 300,
    call: (i) => signIn(SIGNS_IN, addressOf(i)),
  },
  {
    name: 'wrong passwords for many accounts, many addresses',
    connections: 300,
    call: (i) => signIn(`nobody${i}`, addressOf(i)),
  },
  {
    name: '700 wrong passwords at once, any IPv4 address',
    connections: 700,
    pauseMs: 2000,
    call: (i) => signIn(`nobody${i}`, anyIpv4(i)),
  },
  {
    name: 'wrong passwords, any IPv4 address each',
    connections: 300,
    call: (i) => signIn(`nobody${i}`, anyIpv4(i)),
  },
  {
    name: 'wrong passwords, any IPv4 address each, not waiting for answers',
    connections: 300,
    leavesAfterMs: 500,
    call: (i) => signIn(`nobody${i}`, anyIpv4(i)),
  },
  {
    name: 'wrong passwords, any /64 of IPv6 each',
    connections: 300,
    call: (i) => signIn(`nobody${i}`, anyIpv6(i)),
  },
  {
    name: 'ten bodies of 4 MB of junk',
    connections: 10,
    call: (i, around) => {
      const body = i % 2 ? JUNK : BRACKETS
      if (i % 3 === 0) return { method: 'POST', path: '/api/auth/login', body }
      return send(i % 3 === 1 ? '/api/requests' : '/api/ai/classify-request', body, around)
    },
  },
  {
    name: '22,000 unknown fields',
    connections: 10,
    call: (i, around) => {
      if (i % 3 === 0) return { method: 'POST', path: '/api/auth/login', body: i % 2 ? SIGN_IN_FIELDS : UNKNOWN }
      if (i % 3 === 1) return send('/api/requests', UNKNOWN.slice(0, 200_000).replace(/,[^,]*$/, '}'), around)
      return { ...send('/api/profile', UNKNOWN, around), method: 'PUT' }
    },
  },
  ...PUBLIC_FLOODS,
]
