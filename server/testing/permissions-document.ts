import { type Permission, PERMISSIONS } from '../../shared/permissions.ts'
import { needsInWords, type StatedNeeds } from '../platform/http/needs.ts'

export interface Route {
  call: string
  tag: string
  isPublic: boolean
  needs: StatedNeeds | undefined
}

export const usedBy = ({ all, oneOf, sometimes }: StatedNeeds) => [
  ...all,
  ...oneOf,
  ...(Object.keys(sometimes) as Permission[]),
]

/** The content of docs/permissions.md according to the routes. */
export function documentOf(all: Route[]): string {
  const calls = all.toSorted((a, b) => (pathOf(a.call) < pathOf(b.call) ? -1 : 1))
  const lines = calls.map(
    ({ call, needs, isPublic }) => `- \`${shown(call)}\`: ${isPublic ? 'nothing' : needsInWords(needs!)}`,
  )
  const opened = PERMISSIONS.map((permission) => {
    const opens = calls.filter(({ needs }) => needs && usedBy(needs).includes(permission))
    return `- \`${permission}\`: ${opens.map(({ call }) => `\`${shown(call)}\``).join(', ') || 'nothing in this version'}`
  })
  return `# What each call needs

Written by \`server/platform/http/permissions.test.ts\` from what the routes say in their \`config.needs\`; each line is proven by calling the
route with and without every permission. What a line does not name is not needed. Addresses are those below \`/api\`.

Where people see only their own requests, whatever is computed from requests (search, figures of the assistant, similar
requests, estimates, batches) leaves out those that the caller may not see; \`requests.viewAll\` shows them all.

\`audit.read\` opens the audit log as a whole, also to who sees only their own requests: who signed in, when and from which address,
and which sign-ins failed; what everybody read, exported, downloaded and was refused; the old and new values of changed requests,
accounts, roles and settings, with names, usernames and email addresses; titles of reports and names of documents. It never has
passwords, tokens or the text of requests and comments.

${lines.join('\n')}

## What each permission opens

${opened.join('\n')}
`
}

const shown = (call: string) => call.replace('/api', '')
const pathOf = (call: string) => call.split(' ')[1]!
