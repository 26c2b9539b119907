import type { Departments } from '../../../shared/departments.ts'
import type { ExportColumn } from '../../../shared/export-columns.ts'
import { PRIORITIES, STATUSES } from '../../../shared/request-rules.ts'
import { fullName } from '../../../shared/users.ts'
import { say } from '../../../shared/texts/say.ts'
import { type NamedRow, toServiceRequest } from '../../requests/row.ts'
import type { Cell } from './table.ts'

/** The values of a request's columns, in the wording of the page. */
export function cellsOf(row: NamedRow, columns: readonly ExportColumn[], departments: Departments): Cell[] {
  const request = toServiceRequest(row)
  const values: Record<ExportColumn, () => Cell> = {
    requestId: () => request.requestId,
    title: () => request.title,
    department: () => departments.nameOf(request.department),
    priority: () => PRIORITIES[request.priority],
    status: () => STATUSES[request.status],
    assignedTo: () => (request.assignedTo ? fullName(request.assignedTo) : say('Unassigned')),
    dueDate: () => request.dueDate,
    ai: () => (request.classifiedAt ? say('AI Classified') : say('Not yet')),
    description: () => request.description,
    requester: () => (request.requester ? fullName(request.requester) : null),
    createdAt: () => request.createdAt,
    updatedAt: () => request.updatedAt,
    startedAt: () => request.startedAt,
    completedAt: () => request.completedAt,
  }
  return columns.map((column) => values[column]())
}
