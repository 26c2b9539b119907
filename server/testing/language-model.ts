import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Behaviour, good, type ReceivedCall } from './language-model-answers.ts'

export interface FakeLanguageModel {
  url: string
  /** calls received since the last `behave` */
  asked: ReceivedCall[]
  /** Sets the answers: several are used one after the other, the last one for all further calls. */
  behave(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

/** An endpoint with the protocol of language model servers, and all their faults. */
export async function fakeLanguageModel(): Promise<FakeLanguageModel> {
  const asked: ReceivedCall[] = []
  let queue: Behaviour[] = []
  let usual: Behaviour = good()
  const server = createServer((req, res) => {
    void read(req).then((text) => {
      // Written by our own client; an unexpected body fails the assertion that reads it.
      const body = JSON.parse(text) as ReceivedCall['body']
      const user = body.messages.find(({ role }) => role === 'user')?.content ?? ''
      const data = JSON.parse(/<data>\n(.*)\n<\/data>/s.exec(user)?.[1] ?? '{}') as ReceivedCall['data']
      const one = { path: req.url ?? '', authorization: req.headers.authorization, body, text, data }
      asked.push(one)
      const behave = queue.shift() ?? usual
      behave(res, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    behave(...behaviours) {
      usual = behaviours.at(-1) ?? good()
      queue = behaviours.slice(0, -1)
      asked.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
