import { canMove, Department, Priority, type Status } from '../shared/requests.ts'
import { BUILT_IN_ROLES } from '../shared/permissions.ts'
import { type Name, OFFICE } from './common/office.ts'

/** Days from today, or from the creation of the request. */
export type Due = { fromToday: number } | { fromCreation: number }

/** A person's action on a request, `ago` working days before now. */
export interface Step {
  ago: number
  by: Name
  does: { says: string } | { assigns: Name } | { movesTo: Status } | { setsPriority: Priority } | { setsDue: Due }
}

/** A request of the demo office with its whole history. */
export interface Story {
  title: string
  description: string
  department: Department
  priority: Priority
  by: Name
  ago: number
  due: Due
  steps: Step[]
}

const MOVES: Record<string, Status> = {
  starts: 'in_progress',
  returns: 'pending',
  finishes: 'completed',
  reopens: 'in_progress',
  rejects: 'rejected',
  cancels: 'cancelled',
}

/**
 * Parses the stories in seeds/requests: a heading with the title, a line `department priority requester
 * @ago due …`, the description, then a line `@ago who …` for each step, oldest first. `ago` counts working days back from
 * now; `due +3` and `due -3` from today, `due 30d` from creation.
 * @throws Error naming the invalid story: an unknown person, a transition that the rules forbid
 */
export function readStories(text: string): Story[] {
  return text.split(/^# /m).slice(1).map(readStory)
}

function readStory(text: string): Story {
  const [title = '', facts = '', ...lines] = text.trim().split('\n')
  const wrong = (what: string) => new Error(`The story "${title}": ${what}`)
  const match = /^(\w+) (\w+) (\w+) @([\d.]+) due (\S+)$/.exec(facts)
  if (!match) throw wrong(`cannot read "${facts}"`)
  const [, department, priority, by = '', ago, due = ''] = match
  const firstStep = lines.findIndex((line) => line.startsWith('@'))
  const end = firstStep === -1 ? lines.length : firstStep
  const story: Story = {
    title,
    description: paragraphs(lines.slice(0, end)),
    department: Department.parse(department),
    priority: Priority.parse(priority),
    by: nameOf(by),
    ago: Number(ago),
    due: readDue(due),
    steps: lines
      .slice(end)
      .filter((line) => line !== '')
      .map(readStep),
  }
  check(story, wrong)
  return story

  function nameOf(name: string): Name {
    if (!Object.hasOwn(OFFICE, name)) throw wrong(`nobody is called ${name}`)
    return name as Name
  }
  function readDue(written: string): Due {
    const days = /^([+-]\d+)$/.exec(written) ?? /^(\d+)d$/.exec(written)
    if (!days) throw wrong(`cannot read the due date "${written}"`)
    return written.endsWith('d') ? { fromCreation: Number(days[1]) } : { fromToday: Number(days[1]) }
  }
  function readStep(line: string): Step {
    const match = /^@([\d.]+) (\w+): (.+)$/.exec(line)
    if (match) return { ago: Number(match[1]), by: nameOf(match[2]!), does: { says: match[3]! } }
    const done = /^@([\d.]+) (\w+) (\w+)(?: (\S+))?$/.exec(line)
    if (!done) throw wrong(`cannot read "${line}"`)
    const [, at, who = '', verb = '', what = ''] = done
    const does = (): Step['does'] => {
      if (verb === 'assigns') return { assigns: nameOf(what) }
      if (verb === 'priority') return { setsPriority: Priority.parse(what) }
      if (verb === 'due') return { setsDue: readDue(what) }
      const movesTo = MOVES[verb]
      if (!movesTo) throw wrong(`nobody can "${verb}"`)
      return { movesTo }
    }
    return { ago: Number(at), by: nameOf(who), does: does() }
  }
}

/** Joins wrapped lines; empty lines separate paragraphs; each list item keeps its own line. */
function paragraphs(lines: string[]): string {
  return lines
    .join('\n')
    .trim()
    .replace(/(?<!\n)\n(?!\n|- )/g, ' ')
}

function check(story: Story, wrong: (what: string) => Error): void {
  let { ago } = story
  let status: Status = 'pending'
  for (const { ago: at, by, does } of story.steps) {
    if (at >= ago) throw wrong(`what ${by} does @${at} comes before what stands above it`)
    ago = at
    if ('says' in does) continue
    const to: Status = 'movesTo' in does ? does.movesTo : status
    const may = BUILT_IN_ROLES[OFFICE[by].role].permissions
    if (!may.includes('requests.edit') && !(to === 'cancelled' && by === story.by)) throw wrong(`${by} may not do this`)
    if ('movesTo' in does && (to === status || !canMove(status, to))) throw wrong(`${status} cannot become ${to}`)
    status = to
  }
}
