import { ABILITIES } from './abilities.ts'

/** What a person may ask the assistant by a click. */
export const FAQ = [
  'How do I submit a new request?',
  'Where is my request now?',
  'How long does a review take?',
  'What does “Pending Review” mean?',
  'Can I change a request I sent?',
  'How do I cancel a request?',
]

/** The same for those who see all requests. */
export const EXAMPLES = ABILITIES.flatMap(({ examples, onPage }) => examples.slice(0, onPage))
