import { lazyPanel } from '../errors/lazy-panel.tsx'

export const UploadPanel = lazyPanel(() => import('./UploadDialog.tsx'))
