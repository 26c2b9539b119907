import type { ServiceRequest } from '../../shared/requests.ts'

export function buildRequest(more: Partial<ServiceRequest> = {}): ServiceRequest {
  return {
    id: 'r1',
    requestId: 'RFD-2026-0417',
    title: 'Correct a rejected line',
    description: 'Let them correct the line.',
    priority: 'medium',
    department: 'operations',
    status: 'pending',
    assignedToId: null,
    assignedTo: null,
    requesterId: 'ada',
    requester: { firstName: 'Ada', lastName: 'Asks' },
    dueDate: '2026-11-27',
    createdAt: '2026-10-27T11:20:00.000Z',
    updatedAt: '2026-10-27T11:20:00.000Z',
    startedAt: null,
    completedAt: null,
    classifiedAt: null,
    version: 3,
    ...more,
  }
}
