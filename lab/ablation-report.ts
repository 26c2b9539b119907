import { startingCorpus } from '../engine/corpus/corpus.ts'
import { draftFor } from '../engine/draft-for.ts'
import { HEAD_NAMES, HEADS, labelOf, type Head } from '../engine/heads.ts'
import { stratifiedFolds } from '../engine/classifier/random.ts'
import { FULL, runVariants, VARIANTS, type LabelledDraft, type Outcome } from './ablation.ts'
import { goldenSet } from './golden-set.ts'
import { MADE_KINDS, madeTexts, type MadeKind } from './made-texts.ts'
import {
  average,
  jackknife,
  meanDifference,
  METRICS,
  metricsOf,
  type Difference,
  type Metric,
  type Said,
} from './paired.ts'

const FOLDS = 5
const BLOCKS = 20
const WHOLE = 'with all parts'
const ALL = { [WHOLE]: FULL, ...VARIANTS }

/** Contribution of a part: positive differences mean that the figure is higher with it. */
export interface AblationResult {
  part: string
  set: string
  difference: Record<Metric, Difference>
  /** milliseconds: training, and one text */
  trainMs: Difference
  classifyMs: Difference
}

/** Compares each part of the classifier with its plain form, on folds of our own texts and on synthetic offices. */
export function* ablation(seeds: number, kinds: readonly MadeKind[] = MADE_KINDS): Generator<AblationResult[]> {
  for (const head of HEAD_NAMES) yield onOwnTexts(head, Math.max(1, Math.ceil(seeds / 2)))
  for (const kind of kinds) yield onMadeTexts(kind, seeds)
}

/** Corpus and golden set combined. Test rows are never trained on; all variants use the same folds. */
function onOwnTexts(head: Head, seeds: number): AblationResult[] {
  const names: readonly string[] = HEADS[head].values
  const rows: LabelledDraft[] = [...startingCorpus(), ...goldenSet()].map((row) => ({
    ...draftFor(head, row.title, row.description),
    label: names.indexOf(labelOf(row, head)!),
  }))
  const runs: Record<string, Outcome>[] = []
  const blockOf: number[][] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const fold = stratifiedFolds(
      rows.map(({ label }) => label),
      FOLDS,
      100 + seed,
    )
    for (let k = 0; k < FOLDS; k++) {
      const isTest = rows.map((_, i) => fold[i] === k)
      const [train, test] = [rows.filter((_, i) => !isTest[i]), rows.filter((_, i) => isTest[i])]
      runs.push(runVariants(train, test, names, ALL))
      blockOf.push(rows.flatMap((_, i) => (isTest[i] ? [i % BLOCKS] : [])))
    }
  }
  const keptOf = (name: string, left: number | null): Said[] =>
    runs.flatMap((run, r) => run[name]!.said.filter((_, i) => blockOf[r]![i] !== left))
  return Object.keys(VARIANTS).map((part) => ({
    part,
    set: `own texts, ${head}`,
    difference: differences((metric) =>
      jackknife(BLOCKS, (left) => {
        const [whole, without] = [WHOLE, part].map((name) => metricsOf(keptOf(name, left), names.length)[metric])
        return whole! - without!
      }),
    ),
    ...times(runs, part),
  }))
}

/** One office per seed; the standard error is that between offices. */
function onMadeTexts(kind: MadeKind, seeds: number): AblationResult[] {
  const runs = Array.from({ length: seeds }, (_, seed) => {
    const texts = madeTexts(kind, seed + 1)
    return runVariants(texts.slice(0, kind.rows), texts.slice(kind.rows), kind.classNames, ALL)
  })
  const metrics = runs.map((run) =>
    Object.fromEntries(Object.entries(run).map(([name, { said }]) => [name, metricsOf(said, kind.classNames.length)])),
  )
  return Object.keys(VARIANTS).map((part) => ({
    part,
    set: `made office, ${kind.name}`,
    difference: differences((metric) => meanDifference(metrics.map((run) => run[WHOLE]![metric] - run[part]![metric]))),
    ...times(runs, part),
  }))
}

function differences(of: (metric: Metric) => Difference): Record<Metric, Difference> {
  return Object.fromEntries(METRICS.map((metric) => [metric, of(metric)])) as Record<Metric, Difference>
}

function times(runs: readonly Record<string, Outcome>[], part: string): Pick<AblationResult, 'trainMs' | 'classifyMs'> {
  const of = (time: 'trainMs' | 'classifyMs') => meanDifference(runs.map((run) => run[WHOLE]![time] - run[part]![time]))
  return { trainMs: of('trainMs'), classifyMs: of('classifyMs') }
}

/** One line per part and set, and per part the mean over our own texts and over the synthetic offices. */
export function* ablationLines(results: readonly AblationResult[]): Generator<string> {
  for (const part of Object.keys(VARIANTS)) {
    const own = results.filter((worth) => worth.part === part)
    const groups = (['own texts', 'made office'] as const).map((name) => own.filter(({ set }) => set.startsWith(name)))
    for (const worth of own) yield lineOf(worth)
    for (const group of groups) {
      if (group.length < 2) continue
      const of = (figure: (worth: AblationResult) => Difference) => average(group.map(figure))
      yield lineOf({
        part,
        set: `${group[0]!.set.split(',')[0]}, mean`,
        difference: differences((metric) => of(({ difference }) => difference[metric])),
        trainMs: of(({ trainMs }) => trainMs),
        classifyMs: of(({ classifyMs }) => classifyMs),
      })
    }
  }
}

function lineOf({ part, set, difference, trainMs, classifyMs }: AblationResult): string {
  const figure = ({ mean, standardError }: Difference, digits: number) =>
    `${mean >= 0 ? '+' : ''}${mean.toFixed(digits)} ± ${standardError.toFixed(digits)}`
  const figures = METRICS.map((metric) => figure(difference[metric], 4))
  return `| ${[part, set, ...figures, `${Math.round(trainMs.mean)}`, figure(classifyMs, 3)].join(' | ')} |`
}

export const ABLATION_HEADER = `| part | set | ${METRICS.join(' | ')} | ms to train | ms for a text |\n| --- | --- | --- | --- | --- | --- | --- | --- |`
