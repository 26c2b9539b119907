import { PRIORITIES, PRIORITY_KEYS } from '../../../shared/request-rules.ts'
import { useFreshDepartments } from '../../client/departments.ts'
import type { SelectOption } from '../../ui/use-list-box.ts'
import { PriorityGlyph } from './badges.tsx'

export const PRIORITY_OPTIONS = PRIORITY_KEYS.map((value) => ({
  value,
  label: PRIORITIES[value],
  glyph: <PriorityGlyph priority={value} />,
}))

/** @param present a request may stay in the department that it is in, retired or not */
export function useDepartmentOptions(present?: string): SelectOption[] {
  const departments = useFreshDepartments()
  return departments.all
    .filter(({ key, retiredAt }) => retiredAt === null || key === present)
    .map(({ key, name, retiredAt }) => ({ value: key, label: retiredAt === null ? name : `${name} (retired)` }))
}
