import { calibrationError } from '../../engine/classifier/scores.ts'
import { startingCorpus, startingQuestions } from '../../engine/corpus/corpus.ts'
import { readDocument } from '../../engine/documents/read-document.ts'
import type { Page, Proposal } from '../../engine/documents/reading.ts'
import type { Model } from '../../engine/model.ts'
import { train } from '../../engine/train.ts'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { plainProposals } from './baseline.ts'
import { type GoldenDocument, goldenDocuments, type Half } from './golden-documents.ts'
import { type Match, matchAsks } from './match.ts'
import { pagesOf } from './printed-pages.ts'

interface Judged {
  document: GoldenDocument
  proposals: readonly Proposal[]
  matches: readonly Match[]
}

/** How well the asks of golden documents are found, compared with a naive baseline. Details only for the open half. */
export async function documentsReport(): Promise<object> {
  const model = train([], {
    corpus: startingCorpus(),
    questions: startingQuestions(),
    history: [],
    unit: 'calendar',
    now: Date.UTC(2026, 0, 1),
  })
  const judged = {
    'held-out': await judge('held-out', (document, pages) => readBy(model, document, pages)),
    open: await judge('open', (document, pages) => readBy(model, document, pages)),
  }
  return {
    all: scoresOf([...judged['held-out'], ...judged.open]),
    'held-out': scoresOf(judged['held-out']),
    open: { ...scoresOf(judged.open), faults: judged.open.flatMap(faultsOf) },
    'every sentence with shall, must, should': scoresOf([
      ...(await judge('held-out', (_, pages) => plainProposals(pages))),
      ...(await judge('open', (_, pages) => plainProposals(pages))),
    ]),
  }
}

export function readBy(model: Model, { today }: GoldenDocument, pages: readonly Page[]): Proposal[] {
  return readDocument(pages, { model, departments: FIRST_DEPARTMENTS, today }).proposals
}

/** Each document is generated as a file of its format, its text is extracted as in the product, and then it is read. */
export function judge(
  half: Half,
  read: (document: GoldenDocument, pages: readonly Page[]) => Proposal[],
): Promise<Judged[]> {
  return Promise.all(
    goldenDocuments(half).map(async (document) => {
      const pages = await pagesOf(document)
      const proposals = read(document, pages)
      return { document, proposals, matches: matchAsks(pages, document.asks, proposals) }
    }),
  )
}

export function scoresOf(judged: readonly Judged[]) {
  const matches = judged.flatMap((one) => one.matches)
  const proposals = judged.flatMap((one) => one.proposals)
  const asks = judged.flatMap(({ document }) => document.asks)
  const right = new Set(matches.map(({ proposal }) => proposal))
  const share = (test: (match: Match) => boolean) => two(matches.filter(test).length / Math.max(1, matches.length))
  return {
    documents: judged.length,
    asks: asks.length,
    proposals: proposals.length,
    recall: two(matches.length / Math.max(1, asks.length)),
    precision: two(matches.length / Math.max(1, proposals.length)),
    dueDates: share(({ ask, proposal }) => ask.dueDate === proposal.dueDate),
    departments: share(({ ask, proposal }) => ask.departments.includes(proposal.department)),
    calibrationError: two(
      calibrationError(
        proposals.map(({ confidence }) => confidence),
        proposals.map((proposal) => right.has(proposal)),
      ),
    ),
  }
}

function faultsOf({ document, proposals, matches }: Judged): string[] {
  const missed = document.asks.filter((ask) => !matches.some((match) => match.ask === ask))
  const wrong = proposals.filter((proposal) => !matches.some((match) => match.proposal === proposal))
  const misdated = matches.filter(({ ask, proposal }) => ask.dueDate !== proposal.dueDate)
  return [
    ...missed.map(({ passages }) => `${document.name} missed: ${passages[0]!}`),
    ...wrong.map(
      ({ passage, confidence }) => `${document.name} wrong (${confidence}): ${passage.replace(/\s+/g, ' ')}`,
    ),
    ...misdated.map(({ ask, proposal }) => `${document.name} due ${proposal.dueDate ?? 'never'}: ${ask.passages[0]!}`),
  ]
}

function two(value: number): number {
  return Math.round(value * 100) / 100
}
