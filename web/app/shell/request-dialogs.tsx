import { lazyPanel } from '../../ui/errors/lazy-panel.tsx'
import { DialogsMissing } from './DialogsMissing.tsx'

/** The request dialogs, shown over the current page. */
export const RequestDialogs = lazyPanel(() => import('../../requests/RequestDialogs.tsx'), {
  missing: (again) => <DialogsMissing again={again} />,
})
