import { FIRST_DEPARTMENTS } from '../shared/departments.ts'
import { type Department, PRIORITY_KEYS, type Priority } from '../shared/request-rules.ts'
import { DEVELOPMENT_TYPES, type DevelopmentType } from '../shared/suggestion-rules.ts'

/** A request as far as it can be learnt from. Labels are those that a person decided or accepted; null teaches nothing. */
export interface TrainingExample {
  title: string
  description: string
  priority: Priority | null
  developmentType: DevelopmentType | null
  department: Department | null
}

/** What is wrong three times in ten is a guess. */
const ENOUGH = 0.7

/** The fields that are suggested: what each needs to be called certain, and what its model aims for. */
export const HEADS = {
  priority: { values: PRIORITY_KEYS, enough: ENOUGH, aim: 'balance' as const },
  developmentType: { values: DEVELOPMENT_TYPES, enough: ENOUGH, aim: 'accuracy' as const },
  // Of the office's own departments it learns those that people have decided for.
  responsibleDepartment: { values: FIRST_DEPARTMENTS.keys, enough: ENOUGH, aim: 'accuracy' as const },
}
export type Head = keyof typeof HEADS
export const HEAD_NAMES = Object.keys(HEADS) as Head[]

export function labelOf(example: TrainingExample, head: Head): string | null {
  return head === 'responsibleDepartment' ? example.department : example[head]
}
