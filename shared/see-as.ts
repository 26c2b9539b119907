import { z } from 'zod'
import { reference } from './text.ts'

/** After that the administrator is back in their own account. */
export const SEE_AS_MINUTES = 15

/** Body of POST /api/see-as. */
export const SeeAs = z.strictObject({ personId: reference() })
