import { z } from 'zod'

export const Probability = z.number().min(0).max(1)
