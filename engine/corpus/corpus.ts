import { readFileSync } from 'node:fs'
import { type Department, PRIORITIES, type Priority } from '../../shared/request-rules.ts'
import type { DevelopmentType } from '../../shared/suggestion-rules.ts'
import type { Question } from '../train-intents.ts'

/** A labelled text of ours. */
export interface LabelledRequest {
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
export function startingCorpus(): LabelledRequest[] {
  return readLabelledRequests(new URL('requests.txt', import.meta.url))
}

export function startingQuestions(): Question[] {
  return readQuestions(new URL('questions.txt', import.meta.url))
}

function linesOf(file: URL): string[] {
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

/** Lines of `type department priority | title | description`; empty ones and those that begin with # are left out. */
export function readLabelledRequests(file: URL): LabelledRequest[] {
  return linesOf(file).map((line) => {
    const [labels = '', title = '', description = ''] = line.split('|').map((part) => part.trim())
    const [type = '', department = '', priority = ''] = labels.split(' ')
    const developmentType = TYPES[type]
    if (!developmentType || department === '' || !isPriority(priority)) throw new Error(`${file.pathname}: ${labels}`)
    return { title, description, developmentType, department, priority }
  })
}

function isPriority(word: string): word is Priority {
  return Object.hasOwn(PRIORITIES, word)
}

/** Lines of questions under headings of `= label`. */
export function readQuestions(file: URL): Question[] {
  const questions: Question[] = []
  let label = ''
  for (const line of linesOf(file)) {
    if (line.startsWith('= ')) label = line.slice(2).trim()
    else questions.push({ text: line.trim(), label })
  }
  return questions
}
