import type { FlowFigures } from '../../engine/flow/flow.ts'
import { type FlowParams, FlowOffice } from '../../engine/flow/flow-office.ts'
import { type Extent, readSnapshot, writeSnapshot } from './snapshot.ts'

/** `FlowOffice` of the worker thread, with snapshots. */
export class SnapshotFlowOffice extends FlowOffice {
  /** Loads a snapshot. @returns null without a usable one */
  restore({ file }: { file: string }): Extent | null {
    const snapshot = readSnapshot(file)
    if (snapshot) this.loadStored(snapshot.model)
    return snapshot && snapshot.extent
  }

  /** The figures as JSON, except the workload: the main thread adds the names to its ids. */
  writtenFlow(params: FlowParams): { figures: string; workload: FlowFigures['workload'] } {
    const { workload, ...figures } = this.flow(params)
    return { figures: JSON.stringify(figures), workload }
  }

  keep({ file, extent }: { file: string; extent: Extent }): void {
    writeSnapshot(file, extent, this.stored())
  }
}

export type FlowCalls = Pick<
  SnapshotFlowOffice,
  | 'clear'
  | 'restore'
  | 'keep'
  | 'loadRequests'
  | 'loadChanges'
  | 'endLoading'
  | 'update'
  | 'flow'
  | 'writtenFlow'
  | 'forecast'
  | 'whatIf'
  | 'rows'
  | 'allRows'
  | 'moves'
  | 'outlooks'
>
