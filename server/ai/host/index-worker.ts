import { serveCalls } from './calls.ts'
import { type IndexCalls, LocalIndex } from './local-index.ts'

serveCalls<IndexCalls>(new LocalIndex())
