import { serveCalls } from './calls.ts'
import type { EngineCalls } from './engine-calls.ts'
import { LocalEngine } from './local-engine.ts'

serveCalls<EngineCalls>(new LocalEngine())
