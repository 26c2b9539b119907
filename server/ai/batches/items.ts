import type { BatchItem, BatchItems, BatchItemsQuery } from '../../../shared/ai-batches.ts'
import type { Departments } from '../../../shared/departments.ts'
import type { Actor } from '../../platform/actor.ts'
import { visibleTo } from '../../requests/visibility.ts'
import { retiredNote } from '../suggestions/retired-department.ts'
import type { Deps } from './deps.ts'
import { countItems, pageOfItems } from './item-queries.ts'
import { getBatch } from './service.ts'

export async function listItems(deps: Deps, actor: Actor, id: string, query: BatchItemsQuery): Promise<BatchItems> {
  const { state } = await getBatch(deps, actor, id)
  const { db, settings } = deps
  const policy = await settings.policy()
  const { departments } = policy
  const only = { departments, scope: visibleTo(actor, policy), lookedAt: state === 'cancelled' }
  const [rows, counted] = await Promise.all([pageOfItems(db.read, id, query, only), countItems(db.read, id, only)])
  return {
    items: rows.map((row) => toItem(row, departments)),
    ...toCounts(counted, query),
  }
}

function toItem(row: Awaited<ReturnType<typeof pageOfItems>>[number], departments: Departments): BatchItem {
  return {
    itemId: row.id,
    id: row.request,
    requestId: row.request_id,
    title: row.title,
    status: row.status,
    current: { priority: row.now_priority, department: row.now_department },
    suggested:
      row.suggestion_id === null
        ? null
        : {
            suggestionId: row.suggestion_id,
            priority: row.priority!,
            department: departments.presentOf(row.department!) ?? row.now_department,
            departmentNote: retiredNote(departments, row.department!),
            developmentType: row.development_type!,
            confidence: row.confidence!,
          },
    time:
      row.estimated_days === null
        ? null
        : {
            days: row.estimated_days,
            low: row.low_days!,
            high: row.high_days!,
            unit: row.days_unit ?? 'calendar',
          },
    decision: row.decision,
    undone: row.undone_at !== null,
  }
}

function toCounts(
  counted: Awaited<ReturnType<typeof countItems>>,
  { decision, differs }: BatchItemsQuery,
): Pick<BatchItems, 'total' | 'counts'> {
  const matching = counted.filter((row) => decision === undefined || (row.decision ?? 'none') === decision)
  const column = differs === undefined ? 'all' : differs === 'true' ? 'differ' : 'agree'
  const open = counted.find((row) => row.decision === null)
  const counts = { differ: Number(open?.differ ?? 0), agree: Number(open?.agree ?? 0), sure: Number(open?.sure ?? 0) }
  return { total: matching.reduce((total, row) => total + Number(row[column]), 0), counts }
}
