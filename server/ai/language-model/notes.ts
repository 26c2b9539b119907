import type { EngineStamp } from '../../../shared/ai.ts'
import { notesInWords, storeNotes } from '../../stored-notes.ts'
import type { Reason } from './failure.ts'

/** Why no call was made. */
export type SkipReason = 'resting' | 'crowded' | 'used-up' | 'own-used-up'

/** What is said about an answer: why the model had no part in it, or that it is the model's alone. */
type NoteCode = Reason | SkipReason | 'document-too-long' | 'model-alone'

const LOCAL = 'this is the local engine’s answer.'
const ASK = 'an administrator can check the settings;'

const SENTENCES: Record<NoteCode, string> = {
  timeout: `The language model did not answer in time; ${LOCAL}`,
  unreachable: `The language model could not be reached; ${LOCAL}`,
  'key-refused': `The language model refused the key; ${ASK} ${LOCAL}`,
  'not-found': `The language model was not found at its address; ${ASK} ${LOCAL}`,
  busy: `The language model is too busy at the moment; ${LOCAL}`,
  'server-error': `The language model failed; ${LOCAL}`,
  refused: `The language model refused the question; ${ASK} ${LOCAL}`,
  redirect: `The language model’s address redirects elsewhere; ${ASK} ${LOCAL}`,
  'too-large': `The language model’s answer could not be used; ${LOCAL}`,
  'not-json': `The language model’s answer could not be used; ${LOCAL}`,
  empty: `The language model’s answer could not be used; ${LOCAL}`,
  'off-contract': `The language model’s answer could not be used; ${LOCAL}`,
  declined: `The language model declined to answer; ${LOCAL}`,
  resting: `The language model has failed several times and is paused for a moment; ${LOCAL}`,
  crowded: `The language model is being asked too many questions at once; ${LOCAL}`,
  'used-up': `The office has used all its calls to the language model for today; ${LOCAL}`,
  'own-used-up': `You have used all your calls to the language model for today; ${LOCAL}`,
  'document-too-long': 'This document is too long for the language model, so the local engine read it.',
  'model-alone':
    'The local engine cannot answer right now. This answer comes from the language model alone: it has no processing time, and the other values share the remaining probability evenly.',
}

interface ModelNote {
  code: NoteCode
}

/** A note as an engine stamp carries it and as it is stored. */
export function modelNote(code: NoteCode): string {
  return storeNotes([{ code } satisfies ModelNote])
}

/** A stamp with the sentence of its note, for every answer that leaves the server. */
export function stampInWords({ note, ...stamp }: EngineStamp): EngineStamp {
  const sentence = notesInWords<ModelNote>(note ?? null, ({ code }) => SENTENCES[code])
  return sentence === null ? stamp : { ...stamp, note: sentence }
}
