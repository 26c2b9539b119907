import type { Backup } from '../../../shared/backups.ts'
import { count } from '../../ui/count.ts'

/** How a backup stands, as a phrase. */
export function stateWords({ state, requests, error }: Pick<Backup, 'state' | 'requests' | 'error'>): string {
  switch (state) {
    case 'queued':
      return 'Waiting'
    case 'running':
      return 'Under way'
    case 'proven':
      return requests === null
        ? 'Restored and compared'
        : `Restored, ${count(requests)} ${requests === 1 ? 'request' : 'requests'} equal`
    case 'not-proven':
      return 'Made, but not proven'
    case 'failed':
      return error?.code === 'interrupted' ? 'Failed: the server stopped meanwhile' : 'Failed'
  }
}
