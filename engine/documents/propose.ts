import type { Departments } from '../../shared/departments.ts'
import { classify } from '../classify.ts'
import type { Model } from '../model.ts'
import type { Requirement } from './requirements/find-requirements.ts'
import { dateInCell, dueDateOf, type DateBase } from './facts/due-date.ts'
import { dueOfRequirement } from './facts/due-of-requirement.ts'
import { inOneLine, type Flow } from './flow.ts'
import type { Proposal } from './reading.ts'
import { titleOf } from './titles/title.ts'

/** UTF-16 units. */
const MAX_DESCRIPTION_LENGTH = 4000

export interface ProposalContext {
  flow: Flow
  model: Model
  departments: Departments
  base: DateBase
}

/** Turns a requirement into a proposed request: everything except the words of the document is a suggestion. */
export function propose(requirement: Requirement, { flow, model, departments, base }: ProposalContext): Proposal {
  const { unit, before, more } = requirement
  const place = flow.placeOf(unit.start, unit.end)
  const title = titleOf(unit.text)
  const texts = [...before, unit, ...more].map(({ text }) => text)
  const description = descriptionOf(requirement, flow)
  const { fields } = classify(model, { title, description: [unit.lead ?? '', ...texts].join(' ').trim() }, departments)
  return {
    title,
    description,
    department: fields.responsibleDepartment.value,
    priority: fields.priority.value,
    dueDate: dueOf(requirement, base),
    place,
    passage: flow.wordsAt(place),
    section: unit.section,
    confidence: Math.round(requirement.probability * 100) / 100,
  }
}

function dueOf({ unit, more }: Requirement, base: DateBase): string | null {
  const inCell = unit.dueCell === null ? null : dateInCell(unit.dueCell, base)
  if (inCell !== null) return inCell
  const due = dueOfRequirement(
    [unit, ...more].map(({ text }) => text),
    base,
  )
  return due ?? (unit.lead === null ? null : dueDateOf(unit.lead, base))
}

/** The passage with the text that introduces and explains it, and its place. */
function descriptionOf({ unit, before, more }: Requirement, flow: Flow): string {
  const { page } = flow.placeOf(unit.start, unit.end)
  const lead = unit.lead && unit.contexts.has('item') ? `${unit.lead}\n` : ''
  const due = unit.dueCell ? `\n${inOneLine(unit.dueCell)}` : ''
  const words = `${lead}${[...before, unit, ...more].map(({ text }) => text).join(' ')}${due}`
  const source = unit.section ? `Page ${page}, “${unit.section}”` : `Page ${page}`
  return `${words.slice(0, MAX_DESCRIPTION_LENGTH)}\n\n${source}`
}
