import type { Suggestion } from '../../shared/ai.ts'
import type { Analysis } from '../../shared/analysis.ts'

/** Answers of the engine as the tests of this folder use them. */
export const DRAFT = {
  title: 'Stop a manifest when the call number is reused',
  description: 'A carrier lodged a manifest with the call number of an earlier voyage. The system should refuse it.',
}

const at = (field: 'title' | 'description', text: string) => {
  const start = DRAFT[field].indexOf(text)
  return { field, start, end: start + text.length, text }
}

export const SUGGESTION: Suggestion = {
  suggestionId: 'sug-1',
  suggestedAt: '2026-11-16T14:32:00.000Z',
  decided: [],
  priority: 'high',
  developmentType: 'Backend',
  responsibleDepartment: 'operations',
  confidence: 0.808,
  reasoning: 'For Operations (89% sure), mostly because of “manifest” and “carrier”.',
  processingTime: {
    estimate: '2–4 weeks',
    confidence: 0.68,
    factors: ['7 finished requests are alike.'],
    days: 19,
    low: 9,
    high: 31,
  },
  fields: {
    priority: {
      value: 'high',
      probability: 0.44,
      certain: false,
      missing: 'Say how many people are affected.',
      because: 'The text says when it is needed.',
      alternatives: [
        { value: 'medium', probability: 0.39 },
        { value: 'critical', probability: 0.1 },
        { value: 'low', probability: 0.07 },
      ],
    },
    developmentType: {
      value: 'Backend',
      probability: 0.76,
      certain: true,
      missing: null,
      because: 'No single word was decisive.',
      alternatives: [{ value: 'Integration', probability: 0.17 }],
    },
    responsibleDepartment: {
      value: 'operations',
      probability: 0.89,
      certain: true,
      missing: null,
      because: '“manifest” and “carrier” count most.',
      alternatives: [{ value: 'compliance', probability: 0.07 }],
    },
  },
  words: [
    { ...at('title', 'manifest'), weight: 1, about: 'responsibleDepartment' },
    { ...at('description', 'voyage'), weight: 0.2, about: 'responsibleDepartment' },
  ],
  engine: { name: 'local', version: '1.3', learnedFrom: 1240 },
}

export const ANALYSIS: Analysis = {
  timeEstimate: {
    estimatedDays: 24,
    confidence: 0.718,
    factors: ['Integration requests take longer than others.'],
    riskFactors: ['Another system must change too.'],
    recommendations: ['Agree on the message format first.'],
    low: 11,
    high: 41,
    unit: 'calendar',
    comparables: [
      { id: 'id-287', requestId: 'RFD-2026-0287', title: 'Recheck the guarantee at arrival', days: 24, likeness: 0.91 },
      { id: 'id-241', requestId: 'RFD-2026-0241', title: 'Stop release on an empty licence', days: 29, likeness: 0.87 },
    ],
    basis: '31 finished Integration requests of the last year',
  },
  complexity: {
    complexity: 'high',
    score: 7,
    reasoning: 'Two systems and three departments are concerned.',
    keyFactors: ['Integration points'],
    parts: [
      { name: 'Integration points', points: 3, because: 'the port system and the portal' },
      { name: 'Breadth', points: 4, because: 'three departments' },
    ],
  },
  analysisTimestamp: '2026-11-16T14:32:00.000Z',
  engine: { name: 'local', version: '1.3', learnedFrom: 1240 },
}
