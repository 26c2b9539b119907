import { z } from 'zod'
import { Imported } from './people-import.ts'
import { Deactivation, PeopleQuery, RoleChoice } from './team.ts'
import { reference } from './text.ts'

/** People in one change, and people who are named one by one. */
export const CHANGE_LIMITS = { people: 10_000, named: 1000 } as const
/** Names that are given with a reason. */
export const NAMES_SHOWN = 20
/** Links in one page of the answer. */
export const LINKS_PER_PAGE = 500

/** What is changed on each person. */
export const PersonAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('invitation') }),
  z.strictObject({ kind: z.literal('role'), role: RoleChoice }),
  /** a department's key; null: none */
  z.strictObject({ kind: z.literal('department'), department: reference().nullable() }),
  Deactivation.extend({ kind: z.literal('deactivation') }),
  z.strictObject({ kind: z.literal('sessions') }),
])
export type PersonAction = z.infer<typeof PersonAction>
export type PersonActionKind = PersonAction['kind']

/** Either people by their ids, or everybody who matches a search and filters. */
export const ChosenPeople = z
  .strictObject({
    ids: z
      .array(reference())
      .min(1, 'Choose somebody')
      .max(CHANGE_LIMITS.named, `At most ${CHANGE_LIMITS.named} people can be named one by one`)
      .optional(),
    filter: PeopleQuery.omit({ page: true, limit: true, sort: true, order: true }).optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Either ids or a filter is needed')
export type ChosenPeople = z.infer<typeof ChosenPeople>

export const PeopleChangeCall = z.strictObject({ chosen: ChosenPeople, action: PersonAction })
export type PeopleChangeCall = z.infer<typeof PeopleChangeCall>

/** Why a person is left out of a change. */
const LEFT_OUT_REASONS = [
  'oneself',
  'may-do-more',
  'not-invited',
  'invited',
  'inactive',
  'same',
  'takes-over',
  'gone',
  'last-administrator',
  'not-allowed',
  'changed',
] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** `names` are the first ones; people who are `gone` have none. */
export const LeftOut = z.object({ reason: z.enum(LEFT_OUT_REASONS), people: z.int(), names: z.array(z.string()) })
export type LeftOut = z.infer<typeof LeftOut>

export const PeopleChangePreview = z.object({
  total: z.int(),
  /** people who would be changed */
  ready: z.int(),
  /** unfinished requests assigned to those */
  openRequests: z.int(),
  leftOut: z.array(LeftOut),
})
export type PeopleChangePreview = z.infer<typeof PeopleChangePreview>

/** The call of the preview, and how many it said would be changed: if that is no longer so, nobody is. */
export const NewPeopleChange = PeopleChangeCall.extend({ ready: z.int().min(1).max(CHANGE_LIMITS.people) })
export type NewPeopleChange = z.infer<typeof NewPeopleChange>

/** A confirmed change. It runs in the background, on the people who were chosen when it was confirmed. */
export const PeopleChange = z.object({
  id: z.string(),
  action: PersonAction,
  total: z.int(),
  changed: z.int(),
  isFinished: z.boolean(),
  /** so far */
  leftOut: z.array(LeftOut),
})
export type PeopleChange = z.infer<typeof PeopleChange>

export const PeopleChangeLinksQuery = PeopleQuery.pick({ page: true })
/** A page of the links that a change has made and that still work. */
export const PeopleChangeLinks = Imported
