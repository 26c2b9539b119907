import { expect, test } from 'vitest'
import { RequestPatch, type ServiceRequest } from '../../../shared/requests.ts'
import { buildRequest } from '../../testing/request.ts'
import {
  EditFormSchema,
  formField,
  formOf,
  formPatch,
  patchOf,
  personOptions,
  statusOptions,
  valuesOf,
} from './edit-form.ts'

const request = buildRequest()
const messages = (change: object) =>
  EditFormSchema.safeParse({ ...formOf(request), ...change }).error?.issues.map((issue) => issue.message) ?? []

test('an unchanged form sends the request as it is, with the version it started from', () => {
  const form = formOf(request)
  expect(RequestPatch.parse(formPatch(form))).toEqual({
    title: request.title,
    description: request.description,
    priority: 'medium',
    department: 'operations',
    status: 'pending',
    assignedToId: null,
    dueDate: '2026-11-27',
    version: 3,
  })
})

test('"unassigned" is sent as null, and a cleared due date is not sent and keeps the stored one', () => {
  const form = { ...formOf({ ...request, assignedToId: 'ben' }), assignedTo: 'unassigned', dueDate: '' }
  expect(formPatch(form).assignedToId).toBeNull()
  expect(formPatch(form)).not.toHaveProperty('dueDate')
  expect(valuesOf(form).dueDate).toBe('2026-11-27')
})

test('the messages are those of the specification', () => {
  expect(messages({ title: '  ' })).toEqual(['Title is required'])
  expect(messages({ description: '' })).toEqual(['Description is required'])
  expect(messages({ department: '' })).toEqual(['Department is required'])
  expect(messages({ dueDate: '' })).toEqual([])
})

test('only statuses that can be reached can be chosen, and cancelled is never offered', () => {
  const open = (from: ServiceRequest['status']) =>
    statusOptions(from)
      .filter((option) => !option.disabled)
      .map((option) => option.value)
  expect(statusOptions('pending').map((option) => option.value)).toEqual([
    'pending',
    'in_progress',
    'completed',
    'rejected',
  ])
  expect(open('completed')).toEqual(['in_progress', 'completed'])
  expect(open('rejected')).toEqual(['pending', 'rejected'])
  expect(statusOptions('cancelled').at(-1)).toEqual({ value: 'cancelled', label: 'Cancelled', disabled: false })
})

test('an assignee whose account is gone can still be seen', () => {
  const gone = { assignedToId: 'eve', assignedTo: { firstName: 'Eve', lastName: 'Left' } }
  expect(personOptions([{ id: 'ben', firstName: 'Ben', lastName: 'Manages', role: 'manager' }], gone)).toEqual([
    { value: 'unassigned', label: 'Unassigned' },
    { value: 'eve', label: 'Eve Left' },
    { value: 'ben', label: 'Ben Manages' },
  ])
})

test('a refused field of the server is found in the form', () => {
  expect(formField('assignedToId')).toBe('assignedTo')
  expect(formField('title')).toBe('title')
  expect(formField('version')).toBeNull()
})

test('rejecting and reopening ask for a reason, other moves do not', () => {
  const from = (status: ServiceRequest['status'], to: ServiceRequest['status'], reason = '') =>
    EditFormSchema.safeParse({ ...formOf({ ...request, status }), status: to, reason }).error?.issues.map(
      ({ path, message }) => [...path, message],
    ) ?? []
  const missing = [['reason', 'Please give a reason']]
  expect(from('pending', 'rejected', ' ')).toEqual(missing)
  expect(from('rejected', 'pending')).toEqual(missing)
  expect(from('completed', 'in_progress')).toEqual(missing)
  for (const to of ['in_progress', 'completed', 'pending'] as const) expect(from('pending', to)).toEqual([])
  expect(from('rejected', 'rejected')).toEqual([])
  expect(from('pending', 'rejected', 'Asked twice.')).toEqual([])
  expect(from('pending', 'rejected', 'r'.repeat(1001))).toEqual([
    ['reason', 'At most 1,000 characters; this has 1,001'],
  ])
})

test('a missing reason is reported together with the other errors', () => {
  expect(messages({ title: '', status: 'rejected' })).toEqual(['Title is required', 'Please give a reason'])
})

test('a reason is sent only with a move that asks for one', () => {
  const { base, ...values } = { ...formOf(request), reason: ' Asked twice. ' }
  const sent = (status: ServiceRequest['status']) => patchOf(valuesOf({ ...values, base, status }), base, values.reason)
  expect(sent('rejected').reason).toBe('Asked twice.')
  expect(sent('in_progress')).not.toHaveProperty('reason')
})

test('a reason may be sent with a due date that moves alone, while the request is open', () => {
  const { base, ...values } = { ...formOf(request), reason: ' The tender is late. ', dueDate: '2027-03-31' }
  const moved = { ...values, base }
  expect(formPatch(moved)).toMatchObject({ dueDate: '2027-03-31', reason: 'The tender is late.' })
  expect(formPatch({ ...moved, reason: ' ' })).not.toHaveProperty('reason')
  expect(formPatch({ ...moved, dueDate: base.dueDate })).not.toHaveProperty('reason')
  const closed = { ...base, status: 'completed' } as const
  expect(formPatch({ ...moved, status: 'completed', base: closed })).not.toHaveProperty('reason')
  expect(messages({ dueDate: '2027-03-31', reason: 'r'.repeat(1001) })).toEqual([
    'At most 1,000 characters; this has 1,001',
  ])
})
