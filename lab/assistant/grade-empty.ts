import type { Where } from './labels.ts'
import { countIn } from './reading.ts'
import { type Case, type Grade, right, wrong } from './verdicts.ts'

/** Words that narrow an answer, each with a pattern for the question that justifies them. */
const NARROWING: [RegExp, RegExp][] = [
  [/\boverdue\b/i, /overdue|lateBy|finishedLate/],
  [/\byours?\b/i, /"me"/],
  [/\bopen\b/i, /open|overdue|lateBy|pending|in_progress/],
  [/\bpending\b/i, /pending|open|overdue/],
  [/\bin.progress\b/i, /in_progress|open|overdue/],
  [/\bcompleted\b/i, /completed|finishedLate|took/],
  [/\brejected\b/i, /rejected/],
  [/\bcancelled\b/i, /cancelled/],
  [/\bcritical\b/i, /critical/],
  [/\bassigned to\b/i, /assignee/],
]

/** A narrow enough filter always matches nothing, so the answer must name only restrictions that were asked for. */
export function gradeEmpty(its: Case, where?: Where): Grade {
  const { given, isPart } = its
  if (given.shown.length > 0 && !isPart) return wrong('shows requests where there are none')
  const word = where && !isPart && narrowingWord(given.text, where)
  if (word) return wrong(`speaks of "${word}", which was not asked`)
  return countIn(its, 0) ? right('says that there are none') : wrong('does not say that there are none')
}

function narrowingWord(text: string, where: Where): string | undefined {
  const query = JSON.stringify(where)
  const mismatch = NARROWING.find(([said, wanted]) => said.test(text) && !wanted.test(query))
  return mismatch && mismatch[0].exec(text)?.[0]
}
