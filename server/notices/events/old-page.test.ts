import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../../shared/events.ts'
import { get, patch, post, put } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Person } from '../../testing/cast.ts'
import { followEvents } from '../../testing/events.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'

const office = await officeOfFile()
const { app, db, services, ada, ben, dan } = office

/** What a page shows, read again as its events tell. */
class Page {
  readonly person: Person
  rows = new Map<string, unknown>()
  #stream: Awaited<ReturnType<typeof followEvents>> | undefined
  #applied = 0

  constructor(person: Person) {
    this.person = person
  }

  async load() {
    const { body } = await get(app, this.person, '/api/requests?limit=100')
    this.rows = new Map(body.requests.map((row: { requestId: string }) => [row.requestId, row]))
  }

  async connect() {
    const last = this.#stream?.seen.lastId
    this.#stream = await followEvents(app, this.person, last)
    this.#applied = 0
    const { seen, until } = this.#stream
    await until(() => expect(seen.lastId).not.toBe(''))
  }

  /** Loses the connection and what has not been applied. */
  async drop() {
    await this.apply()
    this.#stream?.close()
    await this.connect()
  }

  async apply() {
    const { seen } = this.#stream!
    while (seen.resets > 0 || this.#applied < seen.events.length) {
      if (seen.resets > 0) {
        seen.resets = 0
        await this.load()
      } else await this.#follow(seen.events[this.#applied++]!)
    }
  }

  async #follow({ id, requestId }: LiveEvent) {
    const { statusCode, body } = await get(app, this.person, `/api/requests?search=${requestId}`)
    expect(statusCode).toBe(200)
    const row = body.requests.find((one: { id: string }) => one.id === id)
    if (row) this.rows.set(requestId!, row)
    else this.rows.delete(requestId!)
  }

  async caughtUpWith(requestId: string) {
    await this.#stream!.until(() => expect(this.#stream!.seen.events.map((one) => one.requestId)).toContain(requestId))
    await this.apply()
  }

  close() {
    this.#stream?.close()
  }
}

const index = fc.nat({ max: 1000 })
const step = fc.oneof(
  fc.record({ what: fc.constant('create' as const), at: index }),
  fc.record({ what: fc.constantFrom('assign', 'edit', 'comment', 'cancel'), at: index, to: index }),
  fc.record({ what: fc.constant('drop' as const), at: index }),
)

test('an old page and its events equal a fresh page, whatever happens and however often the stream breaks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('all', 'own'),
      fc.array(step, { minLength: 10, maxLength: 40 }),
      async (...run) => {
        await office.reset()
        const [visibility, steps] = run
        await services.settings.change({ visibility })
        const pages = [ada, ben, dan].map((person) => new Page(person))
        const requests: { id: string; request_id: string }[] = []
        for (const page of pages) {
          await page.load()
          await page.connect()
        }
        for (const one of [{ what: 'create' as const, at: 0 }, ...steps]) {
          const { id } = requests[one.at % Math.max(1, requests.length)] ?? { id: '' }
          if (one.what === 'create') {
            requests.push(await buildRequest(db, { requesterId: [ada, dan][one.at % 2]!.id }))
          } else if (one.what === 'drop') await pages[one.at % 3]!.drop()
          else if (one.what === 'assign') {
            const assignedToId = [ada.id, dan.id, null][(one as { to: number }).to % 3]
            await patch(app, ben, `/api/requests/${id}`, { assignedToId })
          } else if (one.what === 'edit') await patch(app, ben, `/api/requests/${id}`, { title: `Title ${one.at}` })
          else if (one.what === 'comment') await post(app, ben, `/api/requests/${id}/comments`, { comment: 'And now?' })
          else await put(app, ben, `/api/requests/${id}/cancel`, {})
        }
        for (const page of pages) {
          const mark = await buildRequest(db, { requesterId: page.person.id })
          await page.caughtUpWith(mark.request_id)
          const shown = page.rows
          await page.load()
          expect(shown).toEqual(page.rows)
          page.close()
        }
      },
    ),
    { numRuns: 3 },
  )
})
