import type { ServerResponse } from 'node:http'

/** A received call, as sent over the wire. */
export interface ReceivedCall {
  path: string
  authorization: string | undefined
  body: {
    model: string
    messages: { role: string; content: string }[]
    response_format?: { type: string; json_schema?: { schema: Record<string, unknown> } }
    temperature?: number
    max_tokens?: number
    max_completion_tokens?: number
  }
  /** the raw body */
  text: string
  /** the document between <data> and </data> */
  data: Record<string, unknown>
}

export type Behaviour = (res: ServerResponse, asked: ReceivedCall) => void

const SAID = {
  classify: {
    priority: 'high',
    priorityProbability: 0.8,
    developmentType: 'Integration',
    developmentTypeProbability: 0.9,
    responsibleDepartment: 'operations',
    responsibleDepartmentProbability: 0.7,
    reasoning: 'Another system is involved, and the work at the gate waits for it.',
    quotes: [],
  },
  estimate: {
    estimatedDays: 12,
    complexityScore: 5,
    complexityReasoning: 'One interface, and the other side has to take part.',
    factors: ['The other side has to test with us.'],
    riskFactors: ['Their dates are not known yet.'],
    recommendations: ['Ask for test data early.'],
  },
  answer: { asksFor: 'requests', query: { measure: 'count', filter: {} }, similarTo: null, subject: null, leftOut: [] },
  document: { requests: [] },
  test: { colour: 'blue' },
}

/** Recognises the kind of call by a property of the requested schema. */
function taskOf({ text }: ReceivedCall): keyof typeof SAID {
  const tasks = {
    classify: 'developmentTypeProbability',
    estimate: 'estimatedDays',
    answer: 'asksFor',
    document: 'passage',
    test: 'colour',
  }
  return (Object.keys(tasks) as (keyof typeof SAID)[]).find((task) => text.includes(tasks[task])) ?? 'test'
}

function send(res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  const isText = typeof body === 'string'
  res.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
  res.end(isText ? body : JSON.stringify(body))
}

const USAGE = { prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 }

function completion(message: object, finish = 'stop', more: object = {}) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_770_000_000,
    model: 'office-7b-2026-01',
    choices: [{ index: 0, message: { role: 'assistant', refusal: null, ...message }, finish_reason: finish }],
    usage: USAGE,
    ...more,
  }
}

/** A valid answer to the call, with `changes` to the usual values. */
export function good(changes: Record<string, unknown> = {}): Behaviour {
  return (res, call) => {
    const content = JSON.stringify({ ...SAID[taskOf(call)], ...changes })
    send(res, 200, completion({ content }))
  }
}

export function content(text: string, finish = 'stop'): Behaviour {
  return (res) => send(res, 200, completion({ content: text }, finish))
}

export function status(code: number, body: unknown = { error: { message: 'No.' } }, headers = {}): Behaviour {
  return (res) => send(res, code, body, headers)
}

export const faults = {
  /** accepts the call and never answers */
  silent: (() => {}) as Behaviour,
  /** begins an answer and never completes it */
  stuck: ((res) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.write('{"id":"chatcmpl-1","choices":[')
  }) as Behaviour,
  hangsUp: ((res) => res.destroy()) as Behaviour,
  cutOff: content('{"priority":"high","priorityProbab', 'length'),
  huge: ((res) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify(completion({ content: 'a'.repeat(2_000_000) })))
  }) as Behaviour,
  html: status(200, '<!doctype html><title>Sign in</title><h1>Sign in</h1>'),
  unauthorized: ((res, { authorization }) =>
    send(res, 401, { error: { message: `Incorrect API key provided: ${authorization?.slice(7)}.` } })) as Behaviour,
  redirect: status(307, '', { location: 'http://127.0.0.1:9/elsewhere' }),
  noChoices: ((res) => send(res, 200, completion({}, 'stop', { choices: [] }))) as Behaviour,
  refusal: ((res) => send(res, 200, completion({ content: null, refusal: 'I cannot help with that.' }))) as Behaviour,
  toolCall: ((res) => {
    const call = { id: 'call_1', type: 'function', function: { name: 'list_users', arguments: '{}' } }
    send(res, 200, completion({ content: null, tool_calls: [call] }, 'tool_calls'))
  }) as Behaviour,
}

/** An older server: it refuses unknown parameters with 400. */
export function without(...unknown: ('json_schema' | 'json_object' | 'max_tokens' | 'temperature')[]): Behaviour {
  return (res, call) => {
    const { response_format: format, temperature, max_tokens } = call.body
    const refuse = (message: string) => send(res, 400, { error: { message, type: 'invalid_request_error' } })
    if (unknown.includes('max_tokens') && max_tokens !== undefined)
      return refuse("'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
    if (unknown.includes('temperature') && temperature !== undefined)
      return refuse("'temperature' does not support 0 with this model.")
    if (format && (unknown as string[]).includes(format.type)) return refuse('response_format is not supported')
    good()(res, call)
  }
}
