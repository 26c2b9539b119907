import http from 'node:http'

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  token?: string | undefined
  headers?: Record<string, string>
  body?: unknown
}

export interface Client {
  send(call: Call): Promise<Answer>
  close(): void
}

/** A small client with keep-alive connections: `fetch` takes more time than the server under test. */
export function clientOf(url: URL, connections = 8): Client {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: ({ method = 'GET', path, token, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const payload = body === undefined ? undefined : JSON.stringify(body)
        const call = http.request(
          {
            agent,
            host: url.hostname,
            port: url.port,
            method,
            path,
            headers: {
              ...(token && { authorization: `Bearer ${token}` }),
              ...(payload !== undefined && {
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(payload),
              }),
              ...headers,
            },
          },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('error', reject)
            answer.on('aborted', () => reject(new Error('The connection broke within the answer')))
            answer.on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                text: Buffer.concat(chunks).toString(),
              }),
            )
          },
        )
        call.on('error', reject)
        call.end(payload)
      }),
    close: () => agent.destroy(),
  }
}

/** @throws Error when the server refuses */
export async function signIn(client: Client, username: string, password: string): Promise<string> {
  const { status, text } = await client.send({ method: 'POST', path: '/api/auth/login', body: { username, password } })
  if (status !== 200) throw new Error(`Signing in as ${username}: ${status} ${text}`)
  return (JSON.parse(text) as { token: string }).token
}
