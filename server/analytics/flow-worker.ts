import { serveCalls } from '../ai/host/calls.ts'
import { type FlowCalls, SnapshotFlowOffice } from './snapshot-flow-office.ts'

serveCalls<FlowCalls>(new SnapshotFlowOffice())
