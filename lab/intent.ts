import { IntentPredictor } from '../engine/intents.ts'
import { trainIntents, type Question } from '../engine/train-intents.ts'
import { Numbered, type TaskOptions } from './classify.ts'
import { readRows, writeRows, type Label, type Row } from './rows.ts'

/** Writes `{"id","label","confidence"}` for each test row; `oos` for none of the known questions. */
export async function intentTask(input: string, output: string, { warn }: TaskOptions): Promise<object> {
  const questions: Question[] = []
  const labels = new Numbered<Label>()
  for await (const row of readRows(input, warn)) {
    if (row.split === 'test' || row.label === '') continue
    labels.numberOf(row.label)
    questions.push({ text: textOfRow(row), label: String(row.label), isValidation: row.split === 'val' })
  }
  const model = trainIntents(questions, questions.length > 20_000 ? [16] : [12, 40])
  const predictor = new IntentPredictor(model)
  const out = await writeRows(output)
  for await (const row of readRows(input)) {
    if (row.split !== 'test') continue
    const { label, confidence } = predictor.understand(textOfRow(row))
    const predicted = labels.all[labels.known(label)] ?? label
    await out.write({ id: row.id, label: predicted, confidence: Math.round(confidence * 1e4) / 1e4 })
  }
  await out.close()
  return { questions: questions.length, outOfScope: model.outOfScope, ...model.classifier.report }
}

function textOfRow(row: Row): string {
  return row.description === '' ? row.title : `${row.title} ${row.description}`.trim()
}
