import { readFileSync } from 'node:fs'
import { DevelopmentType } from '../../../shared/ai.ts'
import { Department, Priority } from '../../../shared/requests.ts'
import type { Question } from '../engine/intents.ts'

/** A labelled text of ours. */
export interface Labelled {
  title: string
  description: string
  developmentType: DevelopmentType
  department: Department
  priority: Priority
}

const TYPES: Record<string, DevelopmentType> = {
  ui: 'UI',
  backend: 'Backend',
  integration: 'Integration',
  fullstack: 'Full-Stack',
  database: 'Database',
  security: 'Security',
  api: 'API',
}

/** What the classifier knows before the office has decided anything. */
export function startingCorpus(): Labelled[] {
  return labelled('requests.txt')
}

/** Never learnt from: only measured on, in this order of time. */
export function goldenSet(): Labelled[] {
  return labelled('golden.txt')
}

export function startingQuestions(): Question[] {
  return questions('questions.txt')
}

export function goldenQuestions(): Question[] {
  return questions('questions-golden.txt')
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

function labelled(file: string): Labelled[] {
  return linesOf(file).map((line) => {
    const [labels = '', title = '', description = ''] = line.split('|').map((part) => part.trim())
    const [type = '', department, priority] = labels.split(' ')
    const developmentType = DevelopmentType.parse(TYPES[type])
    return {
      title,
      description,
      developmentType,
      department: Department.parse(department),
      priority: Priority.parse(priority),
    }
  })
}

function questions(file: string): Question[] {
  const found: Question[] = []
  let label = ''
  for (const line of linesOf(file)) {
    if (line.startsWith('= ')) label = line.slice(2).trim()
    else found.push({ text: line.trim(), label })
  }
  return found
}
