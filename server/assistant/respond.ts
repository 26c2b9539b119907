import type { AnswerPart } from '../../shared/assistant/messages.ts'
import type { AssistantQuery, Reading } from '../../shared/assistant/query.ts'
import { questionOf } from '../../shared/assistant/words.ts'
import { EXAMPLES, FAQ } from '../../shared/assistant/questions.ts'
import type { Understood } from '../../engine/intents.ts'
import { similarAnswer } from './answers/alike.ts'
import type { Answer, Topic } from './answers/asked.ts'
import { commandAnswer } from './answers/commands.ts'
import { publishedTimes } from './answers/durations.ts'
import { forecastRefusal } from './answers/forecasts.ts'
import { maySee, ONLY_MANAGERS } from './answers/groups.ts'
import { foreignSentence } from './answers/languages.ts'
import { aboutLast, aboutOne, findOne } from './answers/one-request.ts'
import { queryAnswer } from './answers/query.ts'
import { summaryAnswer } from './answers/summary.ts'
import { type Asking, namesIn } from './asking.ts'
import { type Choice, choicesOf } from './choices.ts'
import { capabilities, GUIDE, NOT_UNDERSTOOD } from './guide.ts'
import { clausesOf, isEmptyClause, namesFigure } from './reading/clauses.ts'
import { scopeOf } from './reading/follow-up.ts'
import { type ReadQuestion, readQuestion } from './reading/read.ts'
import { unknowableIn } from './reading/unknowable.ts'

export interface Response {
  text: string
  parts: AnswerPart[]
  topic: Topic
  reading: Reading
  /** questions that may follow */
  suggestions: string[]
  /** always the same words, so that nobody needs to wait for others */
  isFixed: boolean
}

const FIXED = new Set(['greeting', 'thanks', 'capabilities', 'ai-classification'])
/** From here on a guide text is sure enough to be given; below it, it is offered. */
const SURE = 0.55
/** The same, where words were left out. */
const SURE_OF_OTHER = 0.9

/** The answer to a message: of several questions in it the first two, and the others are named. */
export async function respond(asking: Asking, message: string): Promise<Response> {
  const { vocabulary } = asking.deps
  const foreign = foreignSentence(message, (word) => vocabulary.isWord(word))
  if (foreign) {
    const { text, lang, dir } = foreign
    const choices = choicesOf([], null, asking.isManager, (id) => id)
    return {
      ...plain(asking, text, 'asked-back'),
      reading: { ...readingOf(asking, 'asked-back'), choices, language: { lang, dir } },
    }
  }
  const clauses = clausesOf(message).map((clause) => withoutPreamble(asking, clause))
  const [first = message, second, ...others] =
    clauses.length < 2 ? clauses : clauses.filter((clause) => asksSomething(asking, clause))
  const answer = await respondToOne(asking, first)
  // "Completed requests per person and their average time": the figure without its requests is no question by itself.
  const lost = clauses.filter(
    (clause, i) =>
      i > 0 &&
      ![first, second, ...others].includes(clause) &&
      (namesFigure(clause, vocabulary.lexicon) || /^(how|which|who|what|when)\b/i.test(clause)),
  )
  if (second === undefined) return lost.length > 0 && !isOpen(answer) ? withLeftOut(answer, lost) : answer
  const isNarrower = isWider(asking, first, second)
  if (isNarrower) return withLeftOut(await respondToOne(asking, second), [first, ...others])
  const next = await respondToOne(goingOn(asking, message, answer, second), withPeriod(asking, first, second), true)
  return both(answer, next, [first, second, ...others])
}

/** "How many open and how many overdue requests does IT have?": the first is of IT too, which only the second says. */
function isWider({ deps, people, today, topic }: Asking, first: string, second: string): boolean {
  const read = (clause: string) =>
    readQuestion(clause, { vocabulary: deps.vocabulary, people, today, before: topic.query })
  const [one, other] = [read(first), read(second)]
  if (one.hasSubject || !other.hasSubject || !one.query || !other.query || one.isFollowUp) return false
  const [filter, scope] = [one.query.filter, scopeOf(other.query).filter]
  return Object.keys(scope).some((key) => filter[key as keyof typeof scope] === undefined)
}

/** In another sentence it goes on from the one before, in the same one only whose requests are meant stays. */
function goingOn(asking: Asking, message: string, { topic }: Response, second: string): Asking {
  const { deps, people, today } = asking
  const read = readQuestion(second, { vocabulary: deps.vocabulary, people, today, before: topic.query })
  const isNew = /[.?!]\s*$/.test(message.slice(0, message.indexOf(second)))
  if (!topic.query || read.isFollowUp || isNew) return { ...asking, topic }
  return { ...asking, topic: { ...topic, query: scopeOf(topic.query) } }
}

function isOpen({ reading }: Response): boolean {
  return reading.outcome === 'asked-back' || reading.outcome === 'unknown'
}

/** "I'm preparing my slides and need to know, how many …": the question alone, where what goes before asks nothing. */
function withoutPreamble(asking: Asking, clause: string): string {
  const [, head, tail] = /^(.+?),\s+(?=(?:how|which|who|what)\b)(.+)$/isu.exec(clause) ?? []
  if (head === undefined || tail === undefined || asksSomething(asking, head)) return clause
  const { deps, people, today } = asking
  const { strength, isStaged } = readQuestion(head, { vocabulary: deps.vocabulary, people, today })
  // "in Compliance, how many …" and "once work has started, how long …" say what is meant.
  return strength === 0 && !isStaged ? tail : clause
}

/** Greetings and reasons go before many a question; they ask nothing. */
function asksSomething({ deps, people, today, topic }: Asking, clause: string): boolean {
  const read = readQuestion(clause, { vocabulary: deps.vocabulary, people, today, before: topic.query })
  const isQuestion = /\?\s*$/.test(clause) && !isEmptyClause(clause, deps.vocabulary.lexicon)
  return (
    isQuestion ||
    read.query !== null ||
    read.numbers.length > 0 ||
    read.command !== undefined ||
    read.isGuide ||
    read.isSimilar ||
    read.isSummary ||
    read.isWhy
  )
}

/** "What came in today, and what went out?": one time for both, where the second tells of something that happened. */
function withPeriod({ deps, people, today }: Asking, first: string, second: string): string {
  const read = (text: string) => readQuestion(text, { vocabulary: deps.vocabulary, people, today })
  const { period } = read(first)
  const next = read(second)
  const { status } = next.query?.filter ?? {}
  const hasHappened = status?.length === 1 && ['completed', 'rejected', 'cancelled'].includes(status[0]!)
  if (period === undefined || next.period !== undefined || !hasHappened) return second
  return `${second.replace(/[?.!\s]+$/, '')} ${period}`
}

/** Two answers as one; what the second question got no answer to is named. */
function both(
  answer: Response,
  next: Response,
  [first, second, ...others]: readonly [string, string, ...string[]],
): Response {
  if (isOpen(answer) && !isOpen(next)) return withLeftOut(next, [first, ...others])
  if (answer.reading.outcome !== 'answered' || isOpen(next)) return withLeftOut(answer, [second, ...others])
  const joint = {
    ...next,
    text: `${answer.text}\n\n${next.text}`,
    parts: [...answer.parts, ...next.parts],
    isFixed: false,
    reading: {
      ...next.reading,
      outcome: answer.reading.outcome,
      leftOut: [...answer.reading.leftOut, ...next.reading.leftOut],
    },
  }
  return others.length === 0 ? joint : withLeftOut(joint, others)
}

/** An answer that names the questions that it leaves out. */
function withLeftOut(answer: Response, left: readonly string[]): Response {
  const questions = left.map((text) => text.replace(/[?.!\s]+$/, ''))
  return {
    ...answer,
    text: `${answer.text}\n\nI left out ${quoted(questions)}: please ask that by itself.`,
    suggestions: [...questions, ...answer.suggestions].slice(0, 3),
    isFixed: false,
    reading: { ...answer.reading, leftOut: [...answer.reading.leftOut, ...questions] },
  }
}

/** A query that came as a structure. */
export async function respondToQuery(asking: Asking, query: AssistantQuery): Promise<Response> {
  if (query.group && !maySee(asking, query.group)) return plain(asking, ONLY_MANAGERS, 'refused')
  const { people, inAnswers } = await namesIn(asking, [query])
  const answer = await queryAnswer({ ...asking, query, nameOf: inAnswers })
  return { ...answer, suggestions: [], isFixed: false, reading: { ...readingOf(asking, 'answered'), query, people } }
}

const KEPT = 'I know the status, people, dates, priority and department of each request.'

const WHY = 'I can’t tell why: only the comments of each request may say that.'

async function respondToOne(asking: Asking, question: string, isJoined = false): Promise<Response> {
  const { deps, topic, people, today } = asking
  const read = readQuestion(question, { vocabulary: deps.vocabulary, people, today, before: topic.query, isJoined })
  const direct = await answerDirectly(asking, question, read)
  if (direct) return direct
  if (read.isStep && read.strength <= 2) return publishedResponse(asking)
  if (isData(read)) return answerData(asking, question, read, null)
  const understood = await deps.ai.understand(question)
  const guide = await answerGuide(asking, read, understood)
  if (guide) return guide
  if (read.query && !read.isGuide && read.strength > 0) return answerData(asking, question, read, understood)
  return askBack(asking, read, understood)
}

/** What needs no figures: orders, single requests, similar ones, what is to come, the week's summary. */
async function answerDirectly(asking: Asking, question: string, read: ReadQuestion): Promise<Response | null> {
  const { actor, figures, today } = asking
  const { numbers, command } = read
  if (command && !read.isGuide) {
    const request = numbers.length > 0 ? await findOne(asking, numbers[0]!) : null
    const { requester } = read.query?.filter ?? {}
    const filter = request || !read.query ? {} : requester ? { requester } : {}
    const { text, parts } = commandAnswer(command, request, filter, today)
    return { ...plain(asking, text, 'refused'), parts }
  }
  if (read.isSimilar && (numbers.length > 0 || read.topic !== undefined)) {
    const answer = await similarAnswer(asking, numbers[0], read.topic ?? '')
    return responseOf(asking, answer, { ...read, leftOut: [] })
  }
  if (numbers.length > 0 && !isHowTo(question)) return aboutNumbers(asking, read)
  if (isAboutTopic(asking, question, read))
    return responseOf(asking, await aboutOne(asking, [asking.topic.requestId!]), { ...read, query: null, leftOut: [] })
  if (read.isWhy && read.strength === 0 && asking.topic.query) return plain(asking, WHY, 'refused')
  if (read.isMySingle && !read.isGuide && read.isWhy && /\b(pending|waiting|open|still|long|slow)\b/i.test(question))
    return responseOf(asking, await aboutLast(asking, {}), { ...read, query: null, leftOut: [] })
  if (read.isMySingle && !read.isGuide && read.isWhy)
    return responseOf(asking, await aboutLast(asking, { status: ['rejected'] }), { ...read, query: null, leftOut: [] })
  if (read.isWhen && read.numbers.length === 0)
    return publishedResponse(asking, 'I can’t promise a date. What you can expect: ')
  if (read.isAhead || (read.isFuture && isForecast(question, read))) {
    const { inAnswers } = await namesIn(asking, read.query ? [read.query] : [])
    const text = await forecastRefusal(figures, valuesOf(read), inAnswers)
    return plain(asking, text, 'refused')
  }
  if (read.isSummary && !read.isGuide && read.strength <= 1 && !read.isFollowUp)
    return responseOf(asking, await summaryAnswer(actor, figures), { ...read, query: null, leftOut: [] })
  return null
}

/** What is known of a request; of what isn't known, it is said. */
async function aboutNumbers(asking: Asking, read: ReadQuestion): Promise<Response> {
  const unknown = read.leftOut.filter((words) => !TOLD.test(words))
  const isCount = read.query?.measure === 'count' || unknown.join(' ').split(/\s+/).length > 2
  if (unknown.length > 0 && isCount)
    return plain(asking, `I can’t tell anything about ${quoted(unknown)}. ${KEPT}`, 'refused')
  if (isOfAnotherTime(read))
    return plain(
      asking,
      `I can’t tell how a request was at another time; its timeline on the Details tab shows it. ${KEPT}`,
      'refused',
    )
  const answer = await aboutOne(asking, read.numbers)
  const text = unknown.length > 0 ? `I can’t tell anything about ${quoted(unknown)}. ${answer.text}` : answer.text
  return responseOf(asking, { ...answer, text }, { ...read, query: null, leftOut: [] })
}

/** What is told of every request. */
const TOLD =
  /^(due|deadline|priority|status|state|department|requester|assignee|owner|start|creat|updat|complet|type|title|age|old|how|late|overdue|who|when|long|since|now|wait|urgen|submit|ask|assign|work|finish)/i

/** "Who was working on it last month?" */
function isOfAnotherTime({ query }: ReadQuestion): boolean {
  return Object.keys(query?.filter ?? {}).some((key) => /(From|To)$/.test(key) && !key.startsWith('due'))
}

/** How long the steps take, as published and as measured here. */
async function publishedResponse(asking: Asking, lead = ''): Promise<Response> {
  const { text, parts } = await publishedTimes(asking)
  return {
    ...plain(asking, lead === '' ? text : `${lead}${text[0]!.toLowerCase()}${text.slice(1)}`, 'answered'),
    parts,
  }
}

/** "How do I cancel RFD-2026-0042?" */
function isHowTo(question: string): boolean {
  return /^\s*(how (do|can|could|should|would) (i|we|one)|how to|can i|may i|could i|am i)\b/i.test(question)
}

/** "Who is working on it?", after one request was spoken of. */
function isAboutTopic({ topic }: Asking, question: string, read: ReadQuestion): boolean {
  if (topic.requestId === undefined || read.isGuide) return false
  const isIt =
    /\b(it|its|it's|that one|this one|that request|this request)\b/i.test(question) &&
    !/\bit (take|takes|took|possible)\b/i.test(question) &&
    !/\bIT\b/.test(question)
  return isIt && read.strength <= 2
}

/** A forecast, though it names what falls due: "which ones will miss their deadline?" */
const MISSES =
  /\b(?:will|going to|likely to|about to) (?:\w+ )?(?:miss|become|be late|be overdue|go overdue|overrun|slip|run late)\b/i

const AHEAD =
  /\b(forecast|predict|predicted|prediction|projection|projected|prognosis|outlook|foresee|anticipate|will|at this rate|at the current rate|will (?:we|there|it|the backlog|they|come|have)|going to|expect|expected|likely)\b/i

/** What will be, unless it is what falls due. */
function isForecast(question: string, { query, isMySingle }: ReadQuestion): boolean {
  const isDue = query !== null && (query.filter.dueFrom !== undefined || query.filter.dueTo !== undefined)
  return MISSES.test(question) || (AHEAD.test(question) && !isDue && !isMySingle)
}

/** What stays of a filter where its times are to come. */
function valuesOf({ query }: ReadQuestion): AssistantQuery['filter'] {
  const { status, priority, department, type, requester, assignee } = query?.filter ?? {}
  const all = { status, priority, department, type, requester, assignee }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** It asks of the requests, and no small word of how something is done or what it means. */
function isData(read: ReadQuestion): boolean {
  return read.query !== null && !read.isGuide && !read.isWhy && !(read.isMySingle && read.strength <= 1)
}

async function answerData(
  asking: Asking,
  question: string,
  read: ReadQuestion,
  understood: Understood | null,
): Promise<Response> {
  const query = read.query!
  if ((query.group && !maySee(asking, query.group)) || (read.isWorkload && !asking.isManager))
    return plain(asking, ONLY_MANAGERS, 'refused')
  if (read.who.unclear.length > 0) return askWho(asking, read)
  const unknowable = unknowableIn(read.leftOut)
  if (unknowable !== undefined)
    return plain(
      asking,
      `I can’t tell anything about “${unknowable}”: it is not kept with the requests. ${KEPT}`,
      'refused',
    )
  if (!isSafe(read))
    return askBack(asking, read, understood ?? (await asking.deps.ai.understand(question).catch(() => null)))
  if (read.isWhy) return plain(asking, WHY, 'refused')
  const { inAnswers } = await namesIn(asking, [query])
  const answer = await queryAnswer({ ...asking, query, nameOf: inAnswers })
  // Words that only may have been a topic, and that nothing mentions.
  if (read.isLooseTopic && answer.text.startsWith('There are no '))
    return askBack(asking, { ...read, leftOut: [query.filter.search ?? ''] }, understood)
  // "Who asked for the weighbridge readings?": of the one request that mentions them everything is said.
  const isOne =
    query.filter.search !== undefined &&
    answer.topic.requestId !== undefined &&
    /^\s*(who|whose|when)\b/i.test(question)
  if (isOne) return responseOf(asking, await aboutOne(asking, [answer.topic.requestId!]), read)
  // "the oldest open request and its assignee": what a card doesn't show is said of the one.
  const asksMore = /\b(who|whose|assignee|owner|requester|department)\b/i.test(question)
  if (query.limit !== 1 || !asksMore || answer.topic.requestId === undefined) return responseOf(asking, answer, read)
  const { text } = await aboutOne(asking, [answer.topic.requestId])
  return responseOf(asking, { ...answer, text: `${answer.text} ${text}` }, read)
}

/** A word that nothing made use of may narrow what is asked or change what is told of it. */
function isSafe({ leftOut }: ReadQuestion): boolean {
  return leftOut.length === 0
}

/** A name that several people have. */
async function askWho(asking: Asking, read: ReadQuestion): Promise<Response> {
  const { name, ids, role } = read.who.unclear[0]!
  const queries = ids.slice(0, 3).map((id) => ({ ...read.query!, filter: { ...read.query!.filter, [role]: [id] } }))
  const { people, inQuestions } = await namesIn(asking, queries)
  const choices = queries.map((query) => ({ label: questionOf(query, inQuestions), query }))
  const text = `There are ${ids.length} people called “${name}”. Whom do you mean?`
  return {
    ...plain(asking, text, 'asked-back'),
    reading: { ...readingOf(asking, 'asked-back', read), people, choices },
  }
}

/** A guide text, where the classifier is sure and nothing was read that it would not answer. */
async function answerGuide(asking: Asking, read: ReadQuestion, understood: Understood): Promise<Response | null> {
  const { label, confidence } = guided(read, understood)
  // What names something that no guide text speaks of is about requests.
  const isElsewhere = !read.isGuide && (read.leftOut.length > 0 || read.isStaged)
  if (confidence < (isElsewhere ? SURE_OF_OTHER : SURE)) return null
  const respondWith = (answer: Pick<Answer, 'text' | 'parts'>) => ({
    ...plain(asking, answer.text, 'answered'),
    parts: answer.parts,
    isFixed: FIXED.has(label),
  })
  if (label === 'capabilities') return respondWith({ text: capabilities(asking.isManager), parts: [] })
  if (label === 'request-status' && read.numbers.length === 0)
    return responseOf(asking, await aboutLast(asking, {}), { ...read, query: null, leftOut: [] })
  if (label === 'rejected-why')
    return responseOf(asking, await aboutLast(asking, { status: ['rejected'] }), { ...read, query: null, leftOut: [] })
  if (label === 'review-duration' || label === 'estimate') return publishedResponse(asking)
  if (label === 'summary' && read.strength === 0)
    return responseOf(asking, await summaryAnswer(asking.actor, asking.figures), { ...read, query: null, leftOut: [] })
  return Object.hasOwn(GUIDE, label) ? respondWith({ text: GUIDE[label]!, parts: [] }) : null
}

/** Where a question is about how something is done, only guide texts are among the answers. */
function guided(read: ReadQuestion, understood: Understood): { label: string; confidence: number } {
  if (!read.isGuide) return understood
  const guides = understood.alternatives.filter(({ label }) => Object.hasOwn(GUIDE, label) || ANSWERED.has(label))
  const [best] = guides
  if (!best) return understood
  return best.label === understood.label ? understood : { label: best.label, confidence: best.probability }
}

const ANSWERED = new Set(['request-status', 'rejected-why', 'review-duration', 'estimate', 'capabilities'])

/** Not sure: the likeliest readings as buttons, and what was not understood. */
async function askBack(asking: Asking, read: ReadQuestion, understood: Understood | null): Promise<Response> {
  const { query, leftOut } = read
  const isLikely = (understood?.alternatives[0]?.probability ?? 0) > 0.25
  const isOurs =
    (query !== null && read.strength > 0) ||
    (understood !== null && (understood.label !== 'oos' || (read.isGuide && isLikely)))
  const queries = query && read.strength > 0 && !read.isGuide ? [query, ...withTopic(query, leftOut)] : []
  const allowed = queries.filter((one) => !one.group || maySee(asking, one.group))
  const { people, inQuestions } = await namesIn(asking, allowed)
  const choices: Choice[] = choicesOf(allowed, understood, asking.isManager, inQuestions)
  if (!isOurs) {
    const suggestions = (asking.isManager ? EXAMPLES : FAQ).slice(0, 3)
    return { ...plain(asking, NOT_UNDERSTOOD, 'unknown'), suggestions, reading: readingOf(asking, 'unknown', read) }
  }
  const left =
    leftOut.length > 0 ? `I don’t know what to make of ${quoted(leftOut)}. ` : 'I am not sure what you mean. '
  return {
    ...plain(asking, `${left}Did you mean one of these?`, 'asked-back'),
    reading: { ...readingOf(asking, 'asked-back', read), people, choices },
  }
}

/** What was left out may be what they are to mention. */
function withTopic(query: AssistantQuery, leftOut: readonly string[]): AssistantQuery[] {
  const words = leftOut
    .join(' ')
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .trim()
  if (words.length < 3 || query.filter.search !== undefined || /\d/.test(words)) return []
  return [{ ...query, filter: { ...query.filter, search: words.slice(0, 100) } }]
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `“${text}”`).join(' and ')
}

/** An answer with what its reader should know of how the question was taken. */
async function responseOf(asking: Asking, answer: Answer, read: ReadQuestion): Promise<Response> {
  const { people, inQuestions } = await namesIn(asking, read.query ? [read.query] : [])
  const notes = [
    ...(read.leftOut.length > 0 ? [`I left out ${quoted(read.leftOut)}, so this may be more than you asked for.`] : []),
    ...read.corrections.map(({ typed, read: word }) => `I read “${typed}” as “${word}”.`),
    ...read.loose.map((word) => `I took “${word}” as high or critical priority.`),
  ]
  const other = read.who.unsaid.length > 0 && read.query ? swapped(read.query) : null
  return {
    ...answer,
    text: [...notes, answer.text].join(' '),
    suggestions: other ? [questionOf(other, inQuestions)] : [],
    isFixed: false,
    reading: { ...readingOf(asking, 'answered', read), query: read.query, people },
  }
}

/** The same question of those who asked, where it isn't said whether somebody asks or works. */
function swapped(query: AssistantQuery): AssistantQuery | null {
  const { assignee, ...rest } = query.filter
  return assignee ? { ...query, filter: { ...rest, requester: assignee } } : null
}

function plain(asking: Asking, text: string, outcome: Reading['outcome']): Response {
  return {
    text,
    parts: [],
    topic: asking.topic,
    suggestions: [],
    isFixed: outcome !== 'answered',
    reading: readingOf(asking, outcome),
  }
}

function readingOf(
  { today }: Asking,
  outcome: Reading['outcome'],
  read?: Pick<ReadQuestion, 'leftOut' | 'corrections'>,
): Reading {
  return {
    outcome,
    query: null,
    people: [],
    today,
    leftOut: read?.leftOut ?? [],
    corrections: read?.corrections ?? [],
    choices: [],
    language: null,
  }
}
