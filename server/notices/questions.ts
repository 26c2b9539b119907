import type { Tx } from '../platform/database/db.ts'
import { mayRead, waitsFor } from './candidates.ts'
import type { Change, Facts, Recipient } from './facts.ts'

/** Notes whose answers the comments among these changes wait for, and which questions they answer. */
export async function storeQuestions(
  tx: Tx,
  changes: readonly { change: Change; facts: Facts }[],
  people: ReadonlyMap<string, Recipient>,
): Promise<void> {
  for (const { change, facts } of changes) {
    const { comment } = facts
    if (!comment) continue
    if (change.entries[0]!.action === 'commented') await answerQuestions(tx, comment.authorId, change)
    for (const personId of waitsFor(facts)) {
      const person = people.get(personId)
      if (!person || !mayRead(personId, person, facts)) continue
      const row = { comment_id: comment.id, person_id: personId, request_number: change.number, at: change.at }
      await tx
        .insertInto('open_questions')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
}

async function answerQuestions(tx: Tx, authorId: string, { number, at }: Change): Promise<void> {
  await tx
    .deleteFrom('open_questions')
    .where('person_id', '=', authorId)
    .where('request_number', '=', number)
    .where('at', '<=', at)
    .execute()
}
