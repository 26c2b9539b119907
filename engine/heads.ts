import { FIRST_DEPARTMENTS } from '../shared/departments.ts'
import { type Department, PRIORITY_KEYS, type Priority } from '../shared/request-rules.ts'
import { DEVELOPMENT_TYPES, type DevelopmentType } from '../shared/suggestion-rules.ts'

/** Who gave a label: the person, and whether about their own request. */
export interface Teacher {
  id: string
  isOwn: boolean
}

/** A training example. Labels are those that a person decided or accepted; a null label is not learnt from. */
export interface TrainingExample {
  title: string
  description: string
  priority: Priority | null
  developmentType: DevelopmentType | null
  department: Department | null
  /** who gave the labels; nobody for labels of unknown origin, which count in full */
  taughtBy?: Partial<Record<Head, Teacher>>
}

/** The suggested fields with their values and the objective of the model. */
export const HEADS = {
  priority: { values: PRIORITY_KEYS, aim: 'balance' as const },
  developmentType: { values: DEVELOPMENT_TYPES, aim: 'accuracy' as const },
  // Plus the office's own departments that people have decided for.
  responsibleDepartment: { values: FIRST_DEPARTMENTS.keys, aim: 'accuracy' as const },
}
export type Head = keyof typeof HEADS
export const HEAD_NAMES = Object.keys(HEADS) as Head[]

export function labelOf(example: TrainingExample, head: Head): string | null {
  return head === 'responsibleDepartment' ? example.department : example[head]
}
