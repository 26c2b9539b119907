import { DEPARTMENT_KEYS, DEPARTMENTS, PRIORITIES, PRIORITY_KEYS } from '../../shared/request-rules.ts'
import { PriorityGlyph } from './badges.tsx'

export const PRIORITY_OPTIONS = PRIORITY_KEYS.map((value) => ({
  value,
  label: PRIORITIES[value],
  glyph: <PriorityGlyph priority={value} />,
}))
export const DEPARTMENT_OPTIONS = DEPARTMENT_KEYS.map((value) => ({ value, label: DEPARTMENTS[value] }))
