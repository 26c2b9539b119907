import { ABILITIES } from './abilities.ts'

/** Questions offered to everybody as buttons. */
export const FAQ = [
  'How do I submit a new request?',
  'Where is my request now?',
  'How long does a review take?',
  'What does “Pending Review” mean?',
  'Can I change a request I sent?',
  'How do I cancel a request?',
]

/** The same for people who see all requests. */
export const EXAMPLES = ABILITIES.flatMap(({ examples, onPage }) => examples.slice(0, onPage))
