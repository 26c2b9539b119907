export const [STATUS, DUE] = [0, 1] as const
export const [ASSIGNEE, PRIORITY, DEPARTMENT] = [2, 3, 4] as const

/** A request's field values as numbers. */
export type CodedFields = Record<'status' | 'due' | 'assignee' | 'priority' | 'department', number>

/** The coded field values of all requests: at creation, and now. */
export class FieldColumns {
  status = new Uint8Array(0)
  due = new Int32Array(0)
  assignee = new Int32Array(0)
  priority = new Uint8Array(0)
  department = new Int32Array(0)

  grow(size: number): void {
    this.status = grown(this.status, size)
    this.due = grown(this.due, size)
    this.assignee = grown(this.assignee, size)
    this.priority = grown(this.priority, size)
    this.department = grown(this.department, size)
  }

  /** Stores all fields of a request. */
  put(index: number, { status, due, assignee, priority, department }: CodedFields): void {
    this.status[index] = status
    this.due[index] = due
    this.assignee[index] = assignee
    this.priority[index] = priority
    this.department[index] = department
  }

  set(index: number, kind: number, value: number): void {
    if (kind === STATUS) this.status[index] = value
    else if (kind === DUE) this.due[index] = value
    else if (kind === ASSIGNEE) this.assignee[index] = value
    else if (kind === PRIORITY) this.priority[index] = value
    else this.department[index] = value
  }

  /** The values of the first `size` requests, without spare capacity. */
  cut(size: number): StoredFields {
    return {
      status: this.status.slice(0, size),
      due: this.due.slice(0, size),
      assignee: this.assignee.slice(0, size),
      priority: this.priority.slice(0, size),
      department: this.department.slice(0, size),
    }
  }
}
export type StoredFields = Pick<FieldColumns, 'status' | 'due' | 'assignee' | 'priority' | 'department'>

export type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array
/** Grows by a quarter more than needed, so that adding one by one stays cheap. */
export function grown<T extends Column>(column: T, size: number): T {
  // A typed array's constructor creates the same type.
  const larger = new (column.constructor as new (length: number) => T)(Math.max(1024, Math.ceil(size * 1.25)))
  larger.set(column)
  return larger
}
