import { afterEach, expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { endSession, startSession } from '../../client/session.ts'
import { SUGGESTION } from '../../testing/ai-example.ts'
import { render } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { SuggestedValues } from './SuggestedValues.tsx'

let leave: () => void
afterEach(() => {
  leave()
  endSession('signed-out')
})

test('a suggested department that was retired without a successor shows as none', () => {
  const shown = (retiredAt: string | null) => {
    const departments = FIRST_DEPARTMENTS.all.map((one) => (one.key === 'operations' ? { ...one, retiredAt } : one))
    startSession({ token: buildToken(new Date()), user: buildUser({ departments }) })
    leave = render(<SuggestedValues suggestion={SUGGESTION} />)
    return document.body.textContent ?? ''
  }
  expect(shown(null)).toContain('Responsible departmentOperations')
  leave()
  const retired = shown('2026-11-20T09:00:00.000Z')
  expect(retired).toContain('Responsible departmentNone')
  expect(retired).not.toContain('Operations')
})
