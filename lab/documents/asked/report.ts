import { FlowHistory } from '../../../server/analytics/flow-history.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { AssistantAnswer, DocumentPassage } from '../../../shared/assistant/messages.ts'
import { BUILT_IN_ROLES } from '../../../shared/permissions.ts'
import type { Actor } from '../../../server/platform/actor.ts'
import type { Deps } from '../../../server/assistant/deps.ts'
import { Vocabulary } from '../../../server/assistant/reading/vocabulary.ts'
import { ask } from '../../../server/assistant/service.ts'
import { forgetConversation } from '../../../server/assistant/conversation.ts'
import type { Db } from '../../../server/platform/database/db.ts'
import { RecentHistory } from '../../../server/ai/estimates/recent-history.ts'
import { LanguageModel } from '../../../server/ai/language-model/language-model.ts'
import { indexPages, nextPages, unindexedDocument } from '../../../server/requests/search/pages.ts'
import { Settings } from '../../../server/settings/service.ts'
import { localAi } from '../../../server/testing/ai.ts'
import { TEST_CONFIG } from '../../../server/testing/config.ts'
import { buildRequest } from '../../../server/testing/build.ts'
import { openTestDatabase } from '../../../server/testing/database.ts'
import { createAccount } from '../../../server/people/accounts/service.ts'
import { goldenDocuments } from '../golden-documents.ts'
import { pagesOf } from '../printed-pages.ts'

const Label = z.strictObject({
  id: z.string(),
  /** `{r2}`: the id of the second request of `office.json` */
  question: z.string(),
  /** the document that the answer quotes, or all documents that it names */
  document: z.string().optional(),
  documents: z.array(z.string()).optional(),
  /** each must occur in some quotation */
  quotes: z.array(z.string()).default([]),
  /** must not occur in any */
  without: z.array(z.string()).default([]),
  /** `none`: there is nothing to find, and the answer says so */
  outcome: z.enum(['answered', 'asked-back', 'none']).default('answered'),
})
type Label = z.infer<typeof Label>

const Office = z.object({
  today: z.string(),
  requests: z.array(
    z.object({
      title: z.string(),
      documents: z.array(z.object({ golden: z.string(), name: z.string(), uploadedAt: z.string() })),
    }),
  ),
})

/** Reports how questions about documents are answered; only totals for the held-out half, which was written before the reader. */
export async function documentQuestionsReport(): Promise<object> {
  const { faults: _, ...heldOut } = await reportOn('held-out')
  return { 'held-out': heldOut, open: await reportOn('open') }
}

export async function reportOn(half: 'held-out' | 'open') {
  const office = Office.parse(JSON.parse(read('office.json')))
  const { deps, actor, numbers, close } = await openOffice(office)
  const labels = read(`${half}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => Label.parse(JSON.parse(line)))
  const faults: string[] = []
  for (const label of labels) {
    await forgetConversation(deps, actor)
    const message = label.question.replace(/\{r(\d+)\}/g, (_, n: string) => numbers[Number(n) - 1] ?? n)
    const answer = await ask(deps, actor, { message })
    const fault = faultOf(label, answer)
    if (fault !== null) faults.push(`${label.id} ${message} → ${answer.response.slice(0, 200)} (${fault})`)
  }
  await close()
  const right = labels.length - faults.length
  return { questions: labels.length, right: Math.round((100 * right) / labels.length) / 100, faults }
}

/** The reason why an answer is wrong; null when it is right. */
function faultOf(label: Label, { message }: AssistantAnswer): string | null {
  const passages = message.parts.flatMap((part) => (part.kind === 'passages' ? part.passages : []))
  const outcome = outcomeOf(message, passages)
  if (outcome !== label.outcome) return `${outcome} instead of ${label.outcome}`
  if (outcome === 'none') return null
  const names = [...new Set(passages.map(({ name }) => name))].sort()
  const expected = (label.documents ?? [label.document ?? '']).toSorted()
  if (names.join('|') !== expected.join('|')) return `of ${names.join(', ')}`
  const texts = passages.flatMap(({ text }) => text ?? [])
  const missing = label.quotes.filter((quote) => !texts.some((text) => text.includes(quote)))
  if (missing.length > 0) return `does not quote ${missing.join('; ')}`
  const extra = label.without.filter((quote) => texts.some((text) => text.includes(quote)))
  return extra.length > 0 ? `quotes ${extra.join('; ')}` : null
}

function outcomeOf({ content, reading, parts }: AssistantAnswer['message'], passages: readonly DocumentPassage[]) {
  // Related passages may follow the statement that nothing was found.
  if (content.startsWith('I found no')) return 'none'
  if (reading?.outcome === 'asked-back') return passages.length > 0 ? 'asked-back' : 'not understood'
  if (reading?.outcome !== 'answered') return 'not understood'
  if (passages.length > 0) return 'answered'
  return parts.length > 0 ? 'another answer' : 'none'
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

/** A small office whose requests have the documents, and a manager who asks. */
async function openOffice({ today, requests }: z.infer<typeof Office>) {
  const db = await openTestDatabase()
  const clock = () => new Date(`${today}T10:00:00.000Z`)
  const account = {
    username: 'ben',
    firstName: 'Ben',
    lastName: 'Marlow',
    role: 'manager',
    department: 'IT Development',
  }
  const ben = await db.write((tx) =>
    createAccount(tx, clock, { ...account, id: 'user-ben', email: 'ben@office.example', passwordHash: '' }),
  )
  const golden = new Map(
    [...goldenDocuments('open'), ...goldenDocuments('asked')].map((document) => [document.name, document]),
  )
  const numbers: string[] = []
  for (const { title, documents } of requests) {
    const { number, request_id } = await buildRequest(db, {
      requesterId: ben.id,
      title,
      description: 'See the document.',
    })
    numbers.push(request_id)
    for (const { golden: name, ...file } of documents) {
      const pages = await pagesOf(golden.get(name)!)
      await addDocument(db, { ...file, requestNumber: number, personId: ben.id, pages })
    }
  }
  const settings = new Settings({ db, clock })
  const languageModel = new LanguageModel({ db, config: TEST_CONFIG, clock, settings })
  const flow = new FlowHistory({ db, log: { error: () => {} } })
  const deps: Deps = {
    db,
    settings,
    clock,
    ai: localAi(),
    recentHistory: new RecentHistory(db),
    languageModel,
    flow,
    vocabulary: new Vocabulary(),
  }
  const actor = { id: ben.id, permissions: new Set(BUILT_IN_ROLES.manager.permissions) } as unknown as Actor
  return { deps, actor, numbers, close: () => flow.close().then(() => db.close()) }
}

interface WantedDocument {
  name: string
  uploadedAt: string
  requestNumber: number
  personId: string
  pages: { number: number; text: string }[]
}

async function addDocument(
  db: Db,
  { name, uploadedAt, requestNumber, personId, pages }: WantedDocument,
): Promise<void> {
  const checksum = randomUUID()
  const type = name.endsWith('.pdf') ? ('pdf' as const) : ('docx' as const)
  const file = { checksum, store_key: checksum, size: 1, type, stored_at: uploadedAt, text_note: null }
  await db.write(async (tx) => {
    await tx
      .insertInto('files')
      .values({ ...file, text_state: 'ready', pages: pages.length })
      .execute()
    await tx
      .insertInto('file_pages')
      .values(pages.map(({ number, text }) => ({ checksum, page: number, text })))
      .execute()
    const row = { id: randomUUID(), request_number: requestNumber, checksum, name, size: 1, uploaded_by_id: personId }
    const nobody = { deleted_at: null, deleted_by_id: null }
    await tx
      .insertInto('documents')
      .values({ ...row, uploaded_at: uploadedAt, ...nobody })
      .execute()
  })
  for (let document = await unindexedDocument(db.read, checksum); document;) {
    const rows = await nextPages(db.read, checksum, document.through)
    const unindexed = document
    await db.write((tx) => indexPages(tx, unindexed, rows))
    document = await unindexedDocument(db.read, checksum)
  }
}
