import { ABILITIES } from '../../../shared/assistant/abilities.ts'
import type { Departments } from '../../../shared/departments.ts'
import { OPEN_STATUSES, PRIORITIES, STATUSES } from '../../../shared/request-rules.ts'
import { GUIDE_QUESTIONS } from '../../../shared/assistant/guide-questions.ts'

const listed = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([value, label]) => `${value} (${label})`)
    .join(', ')

/** Tells a model what can be asked. The same for everybody in the office; contains no person and no request. */
export const instructionsFor = (
  departments: Departments,
): string => `You read one question that a member of staff asks about the requests for development of a government \
customs trade system, and write down what it asks for as a query. You do not answer it: the office looks the figures up itself.
The office can ${ABILITIES.map(({ does }) => does).join('; ')}.
asksFor: "requests" for anything about requests, with "query"; "similar" for requests like something, with that in "similarTo"; \
"summary" for how the week went; "guide" for how to use the product, with its "subject"; "nothing" for all else, and whenever you are not sure.
subject: ${listed(GUIDE_QUESTIONS)}.
Write null for each field that the question does not speak of, and use no field that is not listed.
query.measure: count, list, share (which part of "of" the "filter" is), flow (what came in beside what was completed), duration.
query.filter: fields narrow one another; values of one field are alternatives. status: ${listed(STATUSES)}. Open requests are \
${OPEN_STATUSES.join(' or ')}. priority: ${listed(PRIORITIES)}. department: ${departments.all.map(({ key, name }) => `${key} (${name})`).join(', ')}.
overdue: open and past the due date. late: completed after the due date. closed…: rejected or cancelled on these days. Days are \
written as 2026-03-31, both ends included; weeks begin on Monday; "today" in the data is the day on which it is asked.
assignee, notAssignee (who works on it), requester, notRequester (who asked for it): "me" for the asker, "unassigned" for no \
assignee, otherwise only placeholders that stand under "people" in the data. No other names.
search: words that the requests mention, as they stand in the question.
query.compare: two to five filters to be set beside one another. query.group, order, limit: counts or durations by group. \
query.sort, limit: of a list. query.stage, statistic: of a duration; lead is creation to completion, review creation to start, \
work start to completion, age creation to now, delay the days past the due date.
"before" in the data is the query asked before: take over from it what the question leaves unsaid, if it goes on from it.
"similar" in the data are titles of requests that may be meant.
leftOut: each word of the question that narrows what is asked and that the query does not express, copied letter by letter.`
