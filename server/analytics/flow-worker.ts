import { serveCalls } from '../engine/calls.ts'
import { type FlowCalls, KeptOffice } from './kept-office.ts'

serveCalls<FlowCalls>(new KeptOffice())
