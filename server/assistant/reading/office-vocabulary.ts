import { type Departments, FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { Vocabulary } from './vocabulary.ts'

/** Cache of the office's vocabulary, rebuilt when its departments change. */
export class OfficeVocabulary {
  #departments = FIRST_DEPARTMENTS
  #vocabulary = new Vocabulary()

  of(departments: Departments): Vocabulary {
    const isSame = JSON.stringify(departments.all) === JSON.stringify(this.#departments.all)
    if (!isSame) {
      this.#departments = departments
      this.#vocabulary = new Vocabulary(departments)
    }
    return this.#vocabulary
  }
}
