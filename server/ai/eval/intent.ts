import { IntentReader, trainIntents, type Question } from '../engine/intents.ts'
import { readRows, writeRows, type Row } from './rows.ts'

/** `{"id","label","confidence"}` for each test row; `oos` for none of the known questions. */
export async function intentTask(input: string, output: string): Promise<object> {
  const questions: Question[] = []
  for await (const row of readRows(input)) {
    if (row.split === 'test' || row.label === '') continue
    questions.push({ text: textOfRow(row), label: row.label, aside: row.split === 'val' })
  }
  const model = trainIntents(questions, questions.length > 20_000 ? [16] : [12, 40])
  const reader = new IntentReader(model)
  const out = writeRows(output)
  for await (const row of readRows(input)) {
    if (row.split !== 'test') continue
    const { label, confidence } = reader.understand(textOfRow(row))
    await out.write({ id: row.id, label, confidence: Math.round(confidence * 1e4) / 1e4 })
  }
  await out.close()
  return { questions: questions.length, threshold: model.threshold, strange: model.strange, ...model.classifier.report }
}

function textOfRow(row: Row): string {
  return row.description === '' ? row.title : `${row.title} ${row.description}`.trim()
}
