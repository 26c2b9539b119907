import { startingModel } from '../../server/ai/host/starting-model.ts'

/**
 * Global setup: an engine version that is new on this machine first trains on its starting texts, which takes longer than the
 * page waits.
 */
export default function learn(): void {
  startingModel()
}
