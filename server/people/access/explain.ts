import type { AccessLine } from '../../../shared/access.ts'
import { permissionGroups, permissionTitle } from '../../../shared/permission-words.ts'
import type { Permission } from '../../../shared/permissions.ts'
import {
  type Actor,
  canCancel,
  canEdit,
  canMove,
  isOpen,
  mayCancel,
  mayDecideSuggestion,
  OPEN_OR,
  type Status,
  STATUS_KEYS,
  STATUSES,
} from '../../../shared/request-rules.ts'
import type { RequestRow } from '../../requests/row.ts'
import { isVisible, visibleTo } from '../../requests/visibility.ts'
import { holdsOneOf } from '../roles/require-permission.ts'
import type { Policy } from '../../settings/service.ts'

/** The person whose rights are explained. */
export interface Holder extends Actor {
  roleName: string
}

/**
 * What a person can do, decided by the same functions that the services enforce: this file only adds the wording.
 * `explain.test.ts` compares every line with the call itself.
 */
export function explainAreas(holder: Holder): { title: string; lines: AccessLine[] }[] {
  return permissionGroups().map(({ title, permissions }) => ({
    title,
    lines: (Object.keys(permissions) as Permission[]).map((permission) =>
      line(permissionTitle(permission), ...needs(holder, permission)),
    ),
  }))
}

export function explainRequest(holder: Holder, row: RequestRow, policy: Policy): AccessLine[] {
  const sees = seeing(holder, row, policy)
  const onRequest = (action: string, ...steps: Step[]) => line(action, sees, ...steps)
  const request = { requesterId: row.requester_id, status: row.status }
  const edits = editing(holder)
  return [
    line('See it, with its comments and history', sees),
    onRequest('Comment on it', ...needs(holder, 'comments.create')),
    onRequest('Edit it', edits),
    onRequest('Assign it', edits, ...needs(holder, 'requests.assign')),
    ...STATUS_KEYS.filter((to) => to !== row.status && to !== 'cancelled').map((to) =>
      onRequest(`Set it to ${STATUSES[to]}`, edits, moving(row.status, to)),
    ),
    onRequest('Cancel it', ...cancelling(holder, request)),
    onRequest(
      'Have it classified and decide about the suggestion',
      ...needs(holder, 'ai.classify'),
      deciding(holder, row),
    ),
    onRequest('Have its processing time estimated', ...needs(holder, 'ai.estimate')),
  ]
}

/** One condition of an action: whether it holds, and the matching sentence. */
interface Step {
  holds: boolean
  why: string
}

function line(action: string, ...steps: Step[]): AccessLine {
  const against = steps.filter(({ holds }) => !holds)
  const isAllowed = against.length === 0
  return { action, isAllowed, why: [...new Set((isAllowed ? steps : against).map(({ why }) => why))] }
}

function needs(holder: Holder, permission: Permission): Step[] {
  return [{ holds: holdsOneOf(holder, [permission]), why: byRole(holder, permission) }]
}

function byRole(holder: Holder, permission: Permission): string {
  return `Role ${holder.roleName} ${holder.permissions.has(permission) ? 'has' : 'lacks'} ${permission}`
}

function seeing(holder: Holder, row: RequestRow, policy: Policy): Step {
  const holds = isVisible(visibleTo(holder, policy), row)
  if (policy.visibility === 'all') return { holds, why: 'The office shows every request to everybody' }
  if (holder.permissions.has('requests.viewAll')) return { holds, why: byRole(holder, 'requests.viewAll') }
  if (holds) return { holds, why: row.requester_id === holder.id ? 'They asked for it' : 'It is assigned to them' }
  const theirs = 'The office shows people only their own requests, and this is neither theirs nor assigned to them'
  return { holds, why: `${theirs}; ${lowered(byRole(holder, 'requests.viewAll'))}` }
}

function editing(holder: Holder): Step {
  return { holds: canEdit(holder), why: byRole(holder, 'requests.edit') }
}

function moving(from: Status, to: Status): Step {
  const holds = canMove(from, to)
  return { holds, why: `A request that is ${STATUSES[from]} ${holds ? 'can' : 'cannot'} be set to ${STATUSES[to]}` }
}

function cancelling(holder: Holder, request: { requesterId: string; status: Status }): Step[] {
  const isOwn = request.requesterId === holder.id
  const may = mayCancel(holder, request)
  const any = byRole(holder, 'requests.cancelAny')
  const who = holder.permissions.has('requests.cancelAny')
    ? any
    : isOwn
      ? `They asked for it, and ${lowered(byRole(holder, 'requests.cancelOwn'))}`
      : `They did not ask for it, and ${lowered(any)}`
  const status = `It is ${STATUSES[request.status]}${isOpen(request.status) ? '' : `: only requests that are ${OPEN_OR} can be cancelled`}`
  return [
    { holds: may, why: who },
    { holds: may ? canCancel(holder, request) : isOpen(request.status), why: status },
  ]
}

function deciding(holder: Holder, row: RequestRow): Step {
  const holds = mayDecideSuggestion(holder, { requesterId: row.requester_id })
  if (row.requester_id === holder.id) return { holds, why: 'They asked for it' }
  return {
    holds,
    why: holds
      ? byRole(holder, 'requests.edit')
      : `They did not ask for it, and ${lowered(byRole(holder, 'requests.edit'))}`,
  }
}

const lowered = (sentence: string) => sentence.replace(/^Role/, 'role')
