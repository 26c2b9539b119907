import { expect, test } from 'vitest'
import { changesBetween, rebased, toggled } from './role-form.ts'

test('a change lists the permissions added and removed', () => {
  expect(changesBetween(['requests.create', 'ai.batch'], ['ai.batch', 'audit.read'])).toEqual({
    gained: ['audit.read'],
    lost: ['requests.create'],
  })
})

test('granting twice grants once, and back again is how it was', () => {
  const once = toggled(['requests.create'], 'ai.batch', true)
  expect(toggled(once, 'ai.batch', true)).toEqual(once)
  expect(toggled(once, 'ai.batch', false)).toEqual(['requests.create'])
})

test('what somebody else changed meanwhile stays, unless I changed the same', () => {
  const base = { name: 'Clerk', description: '', permissions: ['ai.batch' as const, 'audit.read' as const] }
  const mine = { ...base, name: 'Desk', permissions: ['ai.batch' as const, 'requests.create' as const] }
  const current = {
    name: 'Office',
    description: 'Theirs',
    permissions: ['audit.read' as const, 'team.manage' as const],
  }
  expect(rebased(base, mine, current)).toEqual({
    name: 'Desk',
    description: 'Theirs',
    permissions: ['requests.create', 'team.manage'],
  })
})
