import { startingModel } from '../../server/engine/starting-model.ts'

/**
 * Before all tests: a version of the engine that this machine has never started first learns its starting texts, which takes
 * longer than anybody on the page waits.
 */
export default function learn(): void {
  startingModel()
}
