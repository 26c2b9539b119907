import type { Office, Row } from './office.ts'

const ADA = 'ada'
const BEN = 'ben'

function row(number: number, values: Partial<Row>): Row {
  const createdAt = values.createdAt ?? '2026-10-01T08:00:00.000Z'
  return {
    id: `id-${number}`,
    requestId: `RFD-2026-000${number}`,
    title: `Request ${number}`,
    description: '',
    comments: '',
    status: 'pending',
    priority: 'medium',
    department: 'it',
    type: null,
    requesterId: ADA,
    assigneeId: null,
    dueDate: '2026-12-01',
    createdAt,
    updatedAt: createdAt,
    startedAt: null,
    completedAt: null,
    moves: [],
    ...values,
  }
}

/** Six requests that can be checked by hand: 1 and 3 are overdue, 4 was late, 6 was rejected yesterday. */
export const office: Office = {
  rows: [
    row(1, { dueDate: '2026-11-17', priority: 'critical' }),
    row(2, { dueDate: '2026-11-18', assigneeId: BEN, status: 'in_progress', department: 'data' }),
    row(3, { dueDate: '2026-11-01', assigneeId: BEN, status: 'in_progress' }),
    row(4, { status: 'completed', completedAt: '2026-10-11T08:00:00.000Z', dueDate: '2026-10-10', assigneeId: BEN }),
    row(5, { status: 'completed', completedAt: '2026-11-02T08:00:00.000Z', assigneeId: ADA, requesterId: BEN }),
    row(6, {
      status: 'rejected',
      department: 'data',
      createdAt: '2026-11-16T08:00:00.000Z',
      moves: [{ at: '2026-11-17T08:00:00.000Z', to: 'rejected', reason: 'Too dear' }],
    }),
  ],
  people: [
    { id: ADA, firstName: 'Ada', lastName: 'Quist' },
    { id: BEN, firstName: 'Ben', lastName: 'Okafor' },
  ],
  askers: { user: ADA, manager: BEN, admin: 'cleo' },
  now: new Date('2026-11-18T10:20:00.000Z'),
  today: '2026-11-18',
  timeZone: 'UTC',
}
