import type { StoredChanges } from './change-columns.ts'
import type { StoredFields } from './field-columns.ts'
import type { FlowModel } from './flow-model.ts'

/** A model in the form in which it is stored. */
export interface StoredModel
  extends Pick<FlowModel, 'number' | 'year' | 'createdAt' | 'requester' | 'type'>, StoredChanges {
  people: readonly string[]
  departments: readonly string[]
  types: readonly string[]
  present: StoredFields
  initial: StoredFields
}

/** The whole content of a model, without spare capacity; `FlowModel.from` restores it. */
export function storedModel(model: FlowModel): StoredModel {
  const { size } = model
  return {
    people: model.people.all,
    departments: model.departments.all,
    types: model.types.all,
    number: model.number.slice(0, size),
    year: model.year.slice(0, size),
    createdAt: model.createdAt.slice(0, size),
    requester: model.requester.slice(0, size),
    type: model.type.slice(0, size),
    present: model.present.cut(size),
    initial: model.initial.cut(size),
    ...model.changes.stored(size),
  }
}
