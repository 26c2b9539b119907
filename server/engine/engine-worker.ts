import { serveCalls } from './calls.ts'
import { type EngineCalls, LocalEngine } from './local-engine.ts'

serveCalls<EngineCalls>(new LocalEngine())
