import { PhraseBook } from './phrases.ts'
import { DATE } from './signal-phrases/date.ts'
import { LAW } from './signal-phrases/law.ts'
import { MILDNESS } from './signal-phrases/mildness.ts'
import { MONEY } from './signal-phrases/money.ts'
import { OUTAGE } from './signal-phrases/outage.ts'
import { PEOPLE } from './signal-phrases/people.ts'
import { SECURITY } from './signal-phrases/security.ts'
import { SETS } from './signal-phrases/word-sets.ts'
import type { Signal } from './signals.ts'

/** Phrases for each signal. Measured on `lab/signals-golden.txt`. */
export const BOOKS: Record<Signal, PhraseBook> = {
  date: new PhraseBook(DATE, SETS),
  law: new PhraseBook(LAW, SETS),
  outage: new PhraseBook(OUTAGE, SETS),
  people: new PhraseBook(PEOPLE, SETS),
  money: new PhraseBook(MONEY, SETS),
  security: new PhraseBook(SECURITY, SETS),
  mildness: new PhraseBook(MILDNESS, SETS),
}
