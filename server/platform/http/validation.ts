import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { AppError, type FieldProblem } from '../errors.ts'
import { text } from '../../../shared/texts/say.ts'

/** Fields named in a refusal; more are of no use, and a body can have thousands of unknown ones. */
const MAX_NAMED = 20
/** Characters of an unknown field's name that are repeated. */
const MAX_NAME_LENGTH = 100

/** Validates params, query, headers and body against their contract; a mismatch is `bad-input` with the first fields. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (input) => {
    const { success, data, error } = schema.safeParse(input)
    if (success) return { value: data }
    if (httpPart === 'body' && (input === undefined || input === null)) return { error: emptyBody(schema) }
    return { error: badInput(error.issues) }
  }

/** Names every required field, as for a body of `{}`. */
function emptyBody(schema: z.ZodType): AppError {
  const { error } = schema.safeParse({})
  return error ? badInput(error.issues) : new AppError('bad-input', text('The body must be JSON.'))
}

/** The first field's message becomes the sentence shown on the page. */
function badInput(issues: readonly z.core.$ZodIssue[]): AppError {
  const details = issues.slice(0, MAX_NAMED).flatMap(problemsOf).slice(0, MAX_NAMED)
  return new AppError('bad-input', details[0]?.message ?? text('The input is not valid.'), { details })
}

function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_NAMED).map((key) => {
      const name = key.length > MAX_NAME_LENGTH ? `${key.slice(0, MAX_NAME_LENGTH)}…` : key
      const path = [...issue.path, name].join('.')
      return { path, message: text('{path} is not known here', { path }) }
    })
  }
  const path = issue.path.join('.')
  // The schema library's default messages do not name their field; those of our contracts do.
  const isOwnSentence = !/^(Invalid|Too (big|small))/.test(issue.message)
  return [
    {
      path,
      message: isOwnSentence ? issue.message : `${path.replace(/\.\d+$/, '') || 'The body'} ${requirementOf(issue)}`,
    },
  ]
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const COUNTED: Record<string, string> = { string: 'characters', array: 'entries' }

/** The requirement of a field, phrased to follow its name. */
function requirementOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      // An issue does not contain the input; only the message distinguishes a missing value from a wrong one.
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'too_small':
      return bound('at least', issue.minimum, issue.origin)
    case 'too_big':
      return bound('at most', issue.maximum, issue.origin)
    default:
      return 'is not valid'
  }
}

function bound(words: string, limit: number | bigint, origin: string): string {
  const counted = COUNTED[origin]
  return `must ${counted ? 'have' : 'be'} ${words} ${limit}${counted ? ` ${counted}` : ''}`
}
