import { expect, test, vi } from 'vitest'
import { buildSchema, TEST_ENGINE } from '../../testing/database.ts'
import type { Hint } from '../../platform/database/hints.ts'
import { hintsIn, payloadsOf, PostgresNotifier } from './notifier.ts'

const HINT: Hint = { kind: 'exports', id: 'x'.repeat(36), personId: 'y'.repeat(36) }

test('hints are bundled within the size that PostgreSQL accepts', () => {
  const hints = Array.from({ length: 500 }, (_, i) => ({ ...HINT, id: `ü${i}` }))
  const payloads = payloadsOf(hints)
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000)
  expect(payloads.flatMap(hintsIn)).toEqual(hints)
  expect(payloadsOf([])).toEqual([''])
})

test.runIf(TEST_ENGINE === 'postgres')(
  'the other processes hear what one announces, and it does not itself',
  async () => {
    const { url, drop } = await buildSchema()
    const heard: Hint[][][] = [[], []]
    const log = { warn: vi.fn() }
    const notifiers = heard.map((news) => new PostgresNotifier({ url, log, onNews: (hints) => news.push(hints) }))
    // Each reports once that it listens.
    await vi.waitFor(() => expect(heard.map((news) => news.length)).toEqual([1, 1]), { timeout: 300_000 })
    notifiers[0]!.announce(HINT)
    await vi.waitFor(() => expect(heard[1]).toEqual([[], [HINT]]), { timeout: 300_000 })
    notifiers[1]!.changed()
    await vi.waitFor(() => expect(heard[0]).toEqual([[], []]), { timeout: 300_000 })
    for (const notifier of notifiers) await notifier.close()
    await drop()
    expect(log.warn).not.toHaveBeenCalled()
  },
)
