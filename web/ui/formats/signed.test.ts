import { expect, test } from 'vitest'
import { signed } from './signed.ts'

test('changes carry their sign', () => {
  expect([signed(139), signed(-16), signed(0), signed(-1200)]).toEqual(['+139', '−16', '0', '−1,200'])
})
