import { trainClassifier, type Classifier } from '../engine/classifier/classifier.ts'
import { FeatureRows } from '../engine/classifier/feature-rows.ts'
import { looksLikePriority } from '../engine/classifier/priority-names.ts'
import { Predictor } from '../engine/classifier/predictor.ts'
import { featuresFor, type Draft } from '../engine/text/features.ts'
import { factsOf, signalsOf } from '../engine/reasons/signals.ts'
import { readRows, writeRows, type Label, type Row } from './rows.ts'

export interface TaskOptions {
  by: boolean
  /** leave out our own knowledge (rules, starting corpus) */
  bare: boolean
  /** receives warnings about the file */
  warn?: (note: string) => void
}

/** Writes `{"id","label","confidence"}` for each test row. With `by`, each group gets a separate model beside one for all. */
export async function classifyTask(input: string, output: string, options: TaskOptions): Promise<Classifier['report']> {
  const shape = await surveyOf(input, options.warn)
  const features = featuresFor(shape.rows)
  const draftOf = (row: Row): Draft => {
    const group = row.group !== '' && !options.by ? [`group=${row.group}`] : []
    const signals = options.bare ? [] : factsOf(signalsOf(row.title, row.description))
    const facts = shape.isPriority ? { facts: group, boostedFacts: signals } : { facts: [...group, ...signals] }
    // Without any descriptions the title is the text: it is read once, not as both title and text.
    return shape.titlesOnly
      ? { title: '', description: row.title, ...facts }
      : { title: row.title, description: row.description, ...facts }
  }
  const texts = new FeatureRows(features)
  const names = new Numbered<Label>()
  const groups = new Numbered<string>()
  const [labels, ofGroup, validation]: [number[], number[], number[]] = [[], [], []]
  for await (const row of readRows(input)) {
    if (row.split === 'test' || row.label === '') continue
    texts.add(draftOf(row))
    labels.push(names.numberOf(row.label))
    ofGroup.push(groups.numberOf(row.group))
    validation.push(row.split === 'val' ? 1 : 0)
  }
  const classifier = trainClassifier({
    texts,
    labels: Int32Array.from(labels),
    names: names.all.map(String),
    validation: Uint8Array.from(validation),
    ...(options.by && groups.all.length > 1 ? { groups: Int32Array.from(ofGroup) } : {}),
  })
  const predictor = new Predictor(classifier)
  const out = await writeRows(output)
  for await (const row of readRows(input)) {
    if (row.split !== 'test') continue
    const prediction = predictor.predict(draftOf(row), groups.known(row.group))
    await out.write({
      id: row.id,
      label: names.all[prediction.named] ?? '',
      // Without a labelled row there is no prediction.
      confidence: names.all.length === 0 ? 0 : Math.round(prediction.confidence * 1e4) / 1e4,
    })
  }
  await out.close()
  return classifier.report
}

/** Numbers values in order of first occurrence. Values with the same text are equal: 1 and "1". */
export class Numbered<T extends Label> {
  readonly all: T[] = []
  private readonly numbers = new Map<string, number>()

  numberOf(thing: T): number {
    const known = this.known(thing)
    if (known >= 0) return known
    this.numbers.set(String(thing), this.all.length)
    return this.all.push(thing) - 1
  }

  /** −1 for an unknown value */
  known(thing: T): number {
    return this.numbers.get(String(thing)) ?? -1
  }
}

/** A first, cheap pass: the number of training rows and their kind. */
async function surveyOf(
  input: string,
  warn: TaskOptions['warn'],
): Promise<{ rows: number; titlesOnly: boolean; isPriority: boolean }> {
  let [rows, described] = [0, 0]
  const names = new Set<string>()
  for await (const row of readRows(input, warn)) {
    if (row.split === 'test') continue
    rows++
    if (row.description !== '') described++
    if (row.label !== '') names.add(String(row.label))
  }
  return { rows, titlesOnly: described === 0, isPriority: looksLikePriority([...names]) }
}
