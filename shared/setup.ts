import { z } from 'zod'
import { EmailAddress, LastName, passwordField, Username } from './account-fields.ts'
import { LIMITS, requiredLine } from './text.ts'

/** The first account of a new installation without demo. `token` comes from the link that the first start prints. */
export const FirstAdministrator = z.strictObject({
  token: z.string().min(1, 'The link is incomplete').max(200, 'This is not a link of ours'),
  username: Username,
  firstName: requiredLine('First name is required', LIMITS.name),
  lastName: LastName,
  email: EmailAddress,
  password: passwordField(),
})
export type FirstAdministrator = z.infer<typeof FirstAdministrator>

/** Body of POST /api/setup/open. */
export const SetupLink = FirstAdministrator.pick({ token: true })

/** Whether the first administrator has still to be created. */
export const SetupState = z.object({
  open: z.boolean(),
  /** minimum length of the first password, until it is set */
  passwordMinLength: z.int().optional(),
})
export type SetupState = z.infer<typeof SetupState>
