import { access, constants } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { printAblation } from './ablation-command.ts'
import { classifyTask } from './classify.ts'
import { estimateTask } from './estimate.ts'
import { foldsReport } from './golden-folds.ts'
import { goldenReport } from './golden.ts'
import { intentTask } from './intent.ts'
import { similarTask } from './similar.ts'
import { similarReport } from './similar-report.ts'

const USAGE = `Usage: main.ts <classify|estimate|similar|intent> <in.jsonl> <out.jsonl> [--by group] [--bare]
       main.ts golden
       main.ts pairs
       main.ts assistant [questions.jsonl]
       main.ts documents
       main.ts document-questions
       main.ts ablation
Rows: id, split (train, val, test), title, description; optional group, created, resolved; truth in label, value or cluster.
--by group  one model for each group   --bare  without the rules and texts that we wrote`

/** Runs the shipped engine on a labelled file and writes its answers for the test rows; the report goes to standard output. */
async function main(words: string[]): Promise<void> {
  const positional: string[] = []
  const options = { by: false, bare: false, warn: (note: string) => console.error(note) }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word === '--bare') options.bare = true
    else if (word === '--by' || word.startsWith('--by=')) {
      const by = word === '--by' ? words[++i] : word.slice(5)
      if (by !== 'group') throw new Error(`--by ${by ?? ''}: only "group" is known\n${USAGE}`)
      options.by = true
    } else if (word.startsWith('--')) throw new Error(`${word} is not known\n${USAGE}`)
    else positional.push(word)
  }
  const [task, input, output] = positional
  if (task === 'golden') {
    console.log(JSON.stringify({ ...goldenReport(), 'on five folds': foldsReport() }, null, 2))
    return
  }
  if (task === 'pairs') {
    console.log(JSON.stringify(await similarReport(), null, 2))
    return
  }
  if (task === 'assistant') {
    const { assistantReport } = await import('./assistant/run.ts')
    console.log(JSON.stringify(await assistantReport(input), null, 2))
    return
  }
  if (task === 'documents') {
    const { documentsReport } = await import('./documents/report.ts')
    console.log(JSON.stringify(await documentsReport(), null, 2))
    return
  }
  if (task === 'document-questions') {
    const { documentQuestionsReport } = await import('./documents/asked/report.ts')
    console.log(JSON.stringify(await documentQuestionsReport(), null, 2))
    return
  }
  if (task === 'ablation') return printAblation()
  const tasks = { classify: classifyTask, estimate: estimateTask, similar: similarTask, intent: intentTask }
  const run = Object.hasOwn(tasks, task ?? '') ? tasks[task as keyof typeof tasks] : undefined
  if (!run || !input || !output) throw new Error(USAGE)
  if (resolve(input) === resolve(output))
    throw new Error('The answers would overwrite the rows: give them another name')
  // Fails before the work instead of after it.
  await access(dirname(resolve(output)), constants.W_OK)
  const started = performance.now()
  const report = await run(input, output, options)
  console.log(JSON.stringify({ task, ...report, seconds: Math.round(performance.now() - started) / 1000 }))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
