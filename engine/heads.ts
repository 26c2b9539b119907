import { DevelopmentType } from '../shared/ai.ts'
import { Department, Priority } from '../shared/requests.ts'
import { factsOf } from './reasons/signals.ts'
import type { Draft } from './text/features.ts'

/** A request as far as it can be learnt from. Labels are those that a person decided or accepted; null teaches nothing. */
export interface TrainingExample {
  title: string
  description: string
  priority: Priority | null
  developmentType: DevelopmentType | null
  department: Department | null
}

/** The fields that are suggested: what each needs to be called certain, and what its model aims for. */
export const HEADS = {
  priority: { values: Priority.options, enough: 0.45, aim: 'balance' as const },
  developmentType: { values: DevelopmentType.options, enough: 0.5, aim: 'accuracy' as const },
  responsibleDepartment: { values: Department.options, enough: 0.5, aim: 'accuracy' as const },
}
export type Head = keyof typeof HEADS
export const HEAD_NAMES = Object.keys(HEADS) as Head[]

export function labelOf(example: TrainingExample, head: Head): string | null {
  return head === 'responsibleDepartment' ? example.department : example[head]
}

/** What a head reads of a text. */
export function draftFor(head: Head, title: string, description: string): Draft {
  return head === 'priority' ? { title, description, facts: factsOf(title, description) } : { title, description }
}
