import { lazyPanel } from '../errors/lazy-panel.tsx'
import { DialogsMissing } from './DialogsMissing.tsx'

/** The dialogs of requests, over whichever page is shown. */
export const RequestDialogs = lazyPanel(() => import('../requests/RequestDialogs.tsx'), {
  missing: (again) => <DialogsMissing again={again} />,
})
