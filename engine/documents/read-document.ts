import type { Departments } from '../../shared/departments.ts'
import type { WorkCalendar } from '../durations/work-days.ts'
import type { Model } from '../model.ts'
import { RequirementClassifier } from './requirements/requirement-classifier.ts'
import { findRequirements, probabilityOf, type Requirement } from './requirements/find-requirements.ts'
import { UnitReader, type Unit } from './requirements/units.ts'
import { blocksOf } from './blocks.ts'
import { baseOf } from './facts/due-date.ts'
import { factsOfPage } from './facts/facts.ts'
import { Flow } from './flow.ts'
import { linesOf } from './lines.ts'
import { joinNeighbours } from './prompt-injection.ts'
import { propose } from './propose.ts'
import type { DocumentReading, Fact, Page } from './reading.ts'
import { summarize } from './summary.ts'

export interface ReadingContext {
  /** classifies the proposals */
  model: Model
  departments: Departments
  /** `YYYY-MM-DD`; the reference date of a document without its own date */
  today: string
  /** the office's working days; Monday to Friday when left out */
  calendar?: WorkCalendar | undefined
}

/** Nobody reviews more proposals; the most confident ones are kept. */
export const MAX_PROPOSALS = 200
const MAX_FACTS = 2000
const MAX_ORDERS = 200
/** Each some milliseconds of work. */
const BLOCKS_PER_YIELD = 500
const UNITS_PER_YIELD = 200
const PAGES_PER_YIELD = 10
const PROPOSALS_PER_YIELD = 20

/** Reads requirements, summary and facts from a document. Pure; never throws, whatever the text. */
export function readDocument(pages: readonly Page[], context: ReadingContext): DocumentReading {
  const steps = readInSteps(pages, context)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in steps of a few milliseconds, so that a caller can cancel or yield to the event loop in between. */
export function* readInSteps(pages: readonly Page[], context: ReadingContext): Generator<void, DocumentReading> {
  const flow = new Flow(pages)
  const base = baseOf(flow.text, context)
  const reader = new UnitReader(flow)
  yield
  const lines = linesOf(flow)
  yield
  const found: Unit[] = []
  for (const [i, block] of blocksOf(lines).entries()) {
    found.push(...reader.read(block))
    if (i % BLOCKS_PER_YIELD === BLOCKS_PER_YIELD - 1) yield
  }
  const { units, probabilities, injections } = yield* judge(found)
  const requirements = mostCertain(findRequirements(units, probabilities))
  const proposals = []
  for (const [i, requirement] of requirements.entries()) {
    proposals.push(propose(requirement, { flow, model: context.model, departments: context.departments, base }))
    if (i % PROPOSALS_PER_YIELD === PROPOSALS_PER_YIELD - 1) yield
  }
  const facts: Fact[] = []
  for (let page = 0; page < pages.length && facts.length < MAX_FACTS; page++) {
    facts.push(...factsOfPage(flow, page, base))
    if (page % PAGES_PER_YIELD === PAGES_PER_YIELD - 1) yield
  }
  const summary = summarize(units, probabilities, pages.length).map(({ start, end, text }) => ({
    text,
    place: flow.placeOf(start, end),
  }))
  return {
    proposals,
    summary,
    facts: facts.slice(0, MAX_FACTS),
    promptInjections: joinNeighbours(injections)
      .slice(0, MAX_ORDERS)
      .map(({ start, end }) => flow.placeOf(start, end)),
  }
}

/** Separates instructions to a machine from what the document says; each unit of that has a probability to be a requirement. */
function* judge(
  found: readonly Unit[],
): Generator<void, { units: Unit[]; probabilities: number[]; injections: Unit[] }> {
  const model = RequirementClassifier.ofCorpus()
  const injections: Unit[] = []
  const units: Unit[] = []
  const probabilities: number[] = []
  for (const [i, unit] of found.entries()) {
    if (unit.isInjection) injections.push(unit)
    else {
      units.push(unit)
      probabilities.push(probabilityOf(model, unit))
    }
    if (i % UNITS_PER_YIELD === UNITS_PER_YIELD - 1) yield
  }
  return { units, probabilities, injections }
}

function mostCertain(requirements: readonly Requirement[]): Requirement[] {
  if (requirements.length <= MAX_PROPOSALS) return [...requirements]
  const best = new Set([...requirements].sort((a, b) => b.probability - a.probability).slice(0, MAX_PROPOSALS))
  return requirements.filter((requirement) => best.has(requirement))
}
