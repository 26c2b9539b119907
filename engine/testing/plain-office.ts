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

/** The requests that changed after the first `known` changes, with all their changes. */
export function changedSince(office: PlainOffice, known: number): PlainOffice {
  const numbers = new Set(office.changes.slice(known).map(({ number }) => number))
  const some = <T extends { number: number }>(all: T[]) => all.filter(({ number }) => numbers.has(number))
  return {
    requests: some(office.requests),
    changes: some(office.changes).sort((a, b) => a.number - b.number),
  }
}

/** The office after its first `known` changes. */
export function asBefore(office: PlainOffice, known: number): PlainOffice {
  const COLUMN: Record<string, string> = { assignedTo: 'assignedToId' }
  const requests = office.requests.map((request) => ({ ...request }))
  for (const change of office.changes.slice(known).reverse()) {
    const request = requests.find(({ number }) => number === change.number)!
    Object.assign(request, { [COLUMN[change.field] ?? change.field]: change.old })
  }
  return { requests, changes: office.changes.slice(0, known) }
}
