export interface PlainRequest {
  number: number
  requestId: string
  requesterId: string
  createdAt: string
  status: string
  dueDate: string
  assignedToId: string | null
  priority: string
  department: string
  type: string | null
}
export interface PlainChange {
  number: number
  at: string
  field: string
  old: string | null
  new: string | null
}
export interface PlainOffice {
  requests: PlainRequest[]
  /** in order of writing */
  changes: PlainChange[]
}

/** In the format that the database query returns. */
export function packed(office: PlainOffice): { requests: string; changes: string } {
  const requests = office.requests.map((r) =>
    [
      r.number,
      r.requestId,
      r.requesterId,
      r.createdAt,
      r.status,
      r.dueDate,
      r.assignedToId ?? '',
      r.priority,
      r.department,
      r.type ?? '',
    ].join(),
  )
  const changes = office.changes.map((c) => [c.number, c.at, c.field, c.old ?? '', c.new ?? ''].join())
  return { requests: requests.join('\n'), changes: changes.join('\n') }
}
