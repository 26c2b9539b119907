import { expect, test } from 'vitest'
import type { Permission } from '../../../shared/permissions.ts'
import { changesOf, differences, type EditedValues, mixed } from './edit-conflict.ts'

const ASSIGNING: ReadonlySet<Permission> = new Set(['requests.edit', 'requests.assign'])

const base: EditedValues = {
  title: 'Correct a rejected line',
  status: 'pending',
  priority: 'medium',
  department: 'operations',
  assignedToId: null,
  dueDate: '2026-11-27',
  description: 'Let them correct the line.',
}

test('what only I changed is proposed as mine, what only they changed as theirs', () => {
  const conflicts = differences(base, { ...base, priority: 'high' }, { ...base, assignedToId: 'daniel' }, ASSIGNING)
  expect(conflicts).toEqual([
    { field: 'priority', proposed: 'mine', mineAllowed: true },
    { field: 'assignedToId', proposed: 'theirs', mineAllowed: true },
  ])
})

test('where both changed a field mine is proposed, because it exists nowhere else', () => {
  const conflicts = differences(base, { ...base, title: 'Mine' }, { ...base, title: 'Theirs' }, ASSIGNING)
  expect(conflicts).toEqual([{ field: 'title', proposed: 'mine', mineAllowed: true }])
})

test('where both made the same change there is nothing to choose', () => {
  expect(differences(base, { ...base, title: 'New' }, { ...base, title: 'New' }, ASSIGNING)).toEqual([])
})

test('white space at the ends and line ends of another system are no difference', () => {
  const typed = { ...base, description: 'One\r\ntwo ' }
  expect(differences(base, typed, { ...base, description: 'One\ntwo' }, ASSIGNING)).toEqual([])
})

test('a status that the stored one no longer allows cannot be kept', () => {
  const conflicts = differences(base, { ...base, status: 'completed' }, { ...base, status: 'cancelled' }, ASSIGNING)
  expect(conflicts).toEqual([{ field: 'status', proposed: 'theirs', mineAllowed: false }])
})

test('an assignee can be kept only by a role that assigns requests, also one that a draft still has', () => {
  const editing: ReadonlySet<Permission> = new Set(['requests.edit'])
  const theirs = { ...base, assignedToId: 'daniel', title: 'Theirs' }
  expect(differences(base, { ...base, assignedToId: 'ben', title: 'Mine' }, theirs, editing)).toEqual([
    { field: 'title', proposed: 'mine', mineAllowed: true },
    { field: 'assignedToId', proposed: 'theirs', mineAllowed: false },
  ])
})

test('a mix takes each field from the chosen side', () => {
  const mine = { ...base, title: 'Mine', priority: 'high' as const }
  const theirs = { ...base, title: 'Theirs', priority: 'critical' as const, assignedToId: 'daniel' }
  expect(mixed(mine, theirs, { title: 'mine', priority: 'theirs' })).toEqual({
    ...base,
    title: 'Mine',
    priority: 'critical',
    assignedToId: 'daniel',
  })
})

test('only what differs is sent', () => {
  expect(changesOf({ ...base, assignedToId: 'ben', title: `${base.title} ` }, base)).toEqual({ assignedToId: 'ben' })
  expect(changesOf({ ...base, assignedToId: null }, { ...base, assignedToId: 'ben' })).toEqual({ assignedToId: null })
  expect(changesOf(base, base)).toEqual({})
})
