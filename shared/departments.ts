/** A department of the office. Retired ones remain, because old requests refer to them. */
export interface OfficeDepartment {
  /** on the wire and in the database; never changed or reused */
  key: string
  name: string
  retiredAt: string | null
  /** of a retired one: the department that takes over its work */
  successor: string | null
}

/** The departments of an office, in its order. */
export class Departments {
  readonly all: readonly OfficeDepartment[]
  readonly active: readonly OfficeDepartment[]
  readonly keys: readonly string[]
  readonly #byKey: ReadonlyMap<string, OfficeDepartment>

  constructor(all: readonly OfficeDepartment[]) {
    this.all = all
    this.active = all.filter(({ retiredAt }) => retiredAt === null)
    this.keys = all.map(({ key }) => key)
    this.#byKey = new Map(all.map((department) => [department.key, department]))
  }

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  isActive(key: string): boolean {
    return this.#byKey.get(key)?.retiredAt === null
  }

  /** Display name; the key itself if the department is unknown. */
  nameOf(key: string): string {
    return this.#byKey.get(key)?.name ?? key
  }

  /** Name as a filter, which finds only what a retired department still has: `Operations (retired, now Ports)`. */
  filterNameOf(key: string): string {
    const name = this.nameOf(key)
    if (!this.has(key) || this.isActive(key)) return name
    const present = this.presentOf(key)
    return present === null ? `${name} (retired)` : `${name} (retired, now ${this.nameOf(present)})`
  }

  /** The active department for a key: itself, or the successor of a retired one. Null where there is none. */
  presentOf(key: string): string | null {
    const passed = new Set<string>()
    for (let at: string | null = key; at !== null && !passed.has(at); at = this.#byKey.get(at)?.successor ?? null) {
      if (this.isActive(at)) return at
      passed.add(at)
    }
    return null
  }
}

/** The initial departments of an office. */
export const FIRST_DEPARTMENTS = new Departments(
  [
    ['it', 'IT Development'],
    ['data', 'Data Management'],
    ['security', 'Cybersecurity'],
    ['operations', 'Operations'],
    ['compliance', 'Compliance'],
  ].map(([key, name]) => ({ key: key!, name: name!, retiredAt: null, successor: null })),
)
