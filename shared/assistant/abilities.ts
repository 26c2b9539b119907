/** What can be asked: source of the help text, the examples on the page and the tests of the grammar. */
export interface Ability {
  name:
    | 'count'
    | 'list'
    | 'rank'
    | 'durations'
    | 'compare'
    | 'group'
    | 'trend'
    | 'share'
    | 'one'
    | 'similar'
    | 'documents'
    | 'summary'
  /** completes "I can …" */
  does: string
  /** only useful to people who see all requests */
  isForManagers: boolean
  examples: readonly string[]
  /** how many of the examples the managers' page shows */
  onPage: number
}

export const ABILITIES: readonly Ability[] = [
  {
    name: 'count',
    does: 'count requests by status, priority, department, type, person or date',
    isForManagers: false,
    examples: ['How many requests are open?', 'How many critical requests came in this month?'],
    onPage: 0,
  },
  {
    name: 'list',
    does: 'list them, the oldest, newest, slowest or most overdue first',
    isForManagers: false,
    examples: ['What is overdue and critical?', 'Show the three oldest open requests', 'What is due next week?'],
    onPage: 1,
  },
  {
    name: 'rank',
    does: 'rank departments, people, priorities and types',
    isForManagers: true,
    examples: ['Who has the most open requests?', 'Which department has the fewest overdue requests?'],
    onPage: 1,
  },
  {
    name: 'durations',
    does: 'say how long things take, on average and at the median',
    isForManagers: false,
    examples: ['How long do critical requests take on average?', 'Which department is the slowest?'],
    onPage: 0,
  },
  {
    name: 'compare',
    does: 'compare two departments, people, priorities or times',
    isForManagers: true,
    examples: ['Compare this month with last month', 'Compare overdue requests in Compliance and Operations'],
    onPage: 1,
  },
  {
    name: 'group',
    does: 'count them by each of these',
    isForManagers: true,
    examples: ['Open requests by department', 'How many requests are there in each status?'],
    onPage: 1,
  },
  {
    name: 'trend',
    does: 'show how numbers develop by week or month',
    isForManagers: true,
    examples: ['How many requests were completed per month this year?'],
    onPage: 0,
  },
  {
    name: 'share',
    does: 'work out shares',
    isForManagers: true,
    examples: ['What share of open requests is overdue?'],
    onPage: 0,
  },
  {
    name: 'one',
    does: 'say where a single request stands, what it waits for and when it will likely be finished',
    isForManagers: false,
    examples: ['Where is my request now?', 'What is my request waiting for?', 'When will my request be finished?'],
    onPage: 0,
  },
  {
    name: 'similar',
    does: 'find requests about something, or like another one',
    isForManagers: false,
    examples: ['Has anyone asked for barcode scanning before?', 'Which requests mention tariffs?'],
    onPage: 0,
  },
  {
    name: 'documents',
    does: 'quote what attached documents say, ask for and name, and who signed them',
    isForManagers: false,
    examples: [
      'What does the ministry’s letter of May ask for?',
      'Which documents mention tariff quotas?',
      'Who signed the memo attached to RFD-2026-0042?',
    ],
    onPage: 0,
  },
  {
    name: 'summary',
    does: 'sum up the week',
    isForManagers: true,
    examples: ['Draft the weekly summary'],
    onPage: 1,
  },
]

/** "I can count …; list …; …." */
export function abilitiesInWords(isManager: boolean): string {
  const does = ABILITIES.filter(({ isForManagers }) => isManager || !isForManagers).map((one) => one.does)
  return `I can ${does.slice(0, -1).join('; ')}; and ${does.at(-1)}.`
}
