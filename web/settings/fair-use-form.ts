import type { FieldErrors } from 'react-hook-form'
import { FairUse } from '../../shared/fair-use.ts'
import { numberIn, problemsOf } from './form/typed.ts'

/** Strings, as typed. */
export interface FairUseForm {
  writesBurst: string
  writesPerSecond: string
  aiCallsBurst: string
  aiCallsPerSecond: string
}

export function formOf({ writes, aiCalls }: FairUse): FairUseForm {
  return {
    writesBurst: String(writes.burst),
    writesPerSecond: String(writes.perSecond),
    aiCallsBurst: String(aiCalls.burst),
    aiCallsPerSecond: String(aiCalls.perSecond),
  }
}

export function fairUseOf(form: FairUseForm): FairUse {
  return {
    writes: { burst: numberIn(form.writesBurst), perSecond: numberIn(form.writesPerSecond) },
    aiCalls: { burst: numberIn(form.aiCallsBurst), perSecond: numberIn(form.aiCallsPerSecond) },
  }
}

const FIELDS: Record<string, keyof FairUseForm> = {
  'writes.burst': 'writesBurst',
  'writes.perSecond': 'writesPerSecond',
  'aiCalls.burst': 'aiCallsBurst',
  'aiCalls.perSecond': 'aiCallsPerSecond',
}

/** @param path as the contract and the server name it */
export function fieldOf(path: string): keyof FairUseForm | undefined {
  return FIELDS[path]
}

/** The contract's own messages, by field. */
export function problemsIn(form: FairUseForm): FieldErrors<FairUseForm> {
  return problemsOf(FairUse.safeParse(fairUseOf(form)).error, fieldOf)
}
