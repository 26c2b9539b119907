import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** The minimum of a file server: a PUT stores the body durably before it answers, a GET sends the file. */
const path = process.argv[2]!

const server = createServer((req, res) => {
  const work = req.method === 'PUT' ? store() : send()
  work.catch((error: unknown) => res.destroy(error as Error))

  async function store() {
    await pipeline(req, createWriteStream(path, { flush: true }))
    res.writeHead(204).end()
  }
  async function send() {
    res.writeHead(200, { 'content-length': (await stat(path)).size })
    await pipeline(createReadStream(path), res)
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(address.port)
})
