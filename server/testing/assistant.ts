import { post, type testApp } from './app.ts'
import { buildRequest } from './build.ts'
import type { Person } from './cast.ts'
import type { AssistantAnswer } from '../../shared/assistant/messages.ts'
import type { AssistantQuery } from '../../shared/assistant/query.ts'
import { expect } from 'vitest'

type TestOffice = Awaited<ReturnType<typeof testApp>>

export interface AskedRow {
  requestId: string
  department: 'it' | 'compliance' | 'operations'
  priority: 'low' | 'medium' | 'high' | 'critical'
  status: 'pending' | 'in_progress' | 'completed' | 'rejected'
  createdAt: string
  days: number | null
  dueDate: string
  requester: string
  assignee: string | null
}

/** Twenty-four requests whose figures the tests compute independently of the product. */
export async function fillWithAsked({ db, ada, dan, ben, cleo }: TestOffice): Promise<AskedRow[]> {
  const built: AskedRow[] = []
  for (let i = 0; i < 24; i++) {
    const row = {
      department: (['it', 'compliance', 'operations'] as const)[i % 3]!,
      priority: (['low', 'medium', 'high', 'critical'] as const)[i % 4]!,
      status: (['pending', 'completed', 'in_progress', 'completed', 'rejected', 'completed'] as const)[i % 6]!,
      createdAt: `2026-0${1 + (i % 3)}-${String(1 + (i % 14)).padStart(2, '0')}T08:00:00.000Z`,
      dueDate: i % 5 === 0 ? '2026-03-01' : `2026-03-${19 + (i % 9)}`,
      requester: i % 2 ? ada.id : dan.id,
      assignee: i % 4 === 0 ? null : i % 4 === 1 ? cleo.id : ben.id,
    }
    const { assignee, requester, ...values } = row
    const stored = await buildRequest(db, {
      ...values,
      requesterId: requester,
      assignedToId: assignee,
      title: `Seal check ${i} at the gate`,
    })
    const days = row.status === 'completed' ? 1 + i : null
    if (days !== null) {
      const completed_at = new Date(Date.parse(row.createdAt) + days * 86_400_000).toISOString()
      await db.write((tx) =>
        tx.updateTable('requests').set({ completed_at }).where('number', '=', stored.number).execute(),
      )
    }
    built.push({ ...row, requestId: stored.request_id, days })
  }
  return built
}

export async function askAssistant(
  { app }: TestOffice,
  person: Person,
  message: string,
  query?: AssistantQuery,
): Promise<AssistantAnswer> {
  const res = await post(app, person, '/api/ai/user-assistant', { message, ...(query && { query }) })
  expect(res.statusCode, message).toBe(200)
  return res.body
}
