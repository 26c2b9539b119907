import { FlowOffice } from '../../engine/flow/flow-office.ts'
import { serveCalls } from '../engine/calls.ts'
import type { FlowCalls } from './flow-history.ts'

serveCalls<FlowCalls>(new FlowOffice())
