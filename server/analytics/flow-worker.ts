import { serveCalls } from '../engine/calls.ts'
import { type FlowCalls, SnapshotFlowOffice } from './kept-office.ts'

serveCalls<FlowCalls>(new SnapshotFlowOffice())
