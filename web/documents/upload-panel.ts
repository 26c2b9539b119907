import { lazyPanel } from '../ui/errors/lazy-panel.tsx'

export const UploadPanel = lazyPanel(() => import('./UploadDialog.tsx'))
