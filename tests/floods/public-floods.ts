import type { Flood, FloodCall } from './floods.ts'

/** From these addresses the person signs in who is measured meanwhile, one after the other (others.ts). */
const ADDRESSES = 6
const HALF_SENT_PER_ADDRESS = 200
const PUBLIC_CALLS = ['/api/auth/login', '/api/account-links/open', '/api/account-links/use', '/api/setup']

/** A body of which only the beginning is sent. */
function halfSent(path: string, address: string): FloodCall {
  const headers = { 'content-length': '60', 'x-forwarded-for': address }
  return { method: 'POST', path, body: '{', headers }
}

/** Attacks without an account, from the addresses of people who sign in meanwhile. */
export const PUBLIC_FLOODS: Flood[] = [
  {
    name: 'half-sent bodies, 200 at each address that is signed in from',
    connections: ADDRESSES * HALF_SENT_PER_ADDRESS,
    call: (i) => halfSent(PUBLIC_CALLS[i % PUBLIC_CALLS.length]!, `192.168.1.${i % ADDRESSES}`),
  },
  {
    name: 'wrong passwords, the network that is signed in from',
    connections: 300,
    call: (i) => ({
      method: 'POST',
      path: '/api/auth/login',
      body: JSON.stringify({ username: `nobody${i}`, password: 'not the right one' }),
      headers: { 'x-forwarded-for': `192.168.1.${ADDRESSES + (i % 240)}` },
    }),
  },
]
