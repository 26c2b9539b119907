import type { Permission } from '../permissions.ts'

/**
 * Questions about the product itself, by subject. Each has a text in `server/assistant/guide.ts` and phrasings in the
 * engine's corpus.
 */
export const GUIDE_QUESTIONS = {
  'submit-request': 'How do I submit a new request?',
  'change-request': 'Can I change a request I sent?',
  'cancel-request': 'How do I cancel a request?',
  'after-submitting': 'What happens after I submit a request?',
  'good-request': 'What should I write in the description?',
  'status-meaning': 'What does each status mean?',
  'priority-meaning': 'What priority should I choose?',
  terms: 'What do overdue, lead time and cycle time mean?',
  departments: 'What do the departments do?',
  'who-to-ask': 'Who can help me?',
  comments: 'How do I comment on a request?',
  'share-request': 'How do I let a colleague follow my request?',
  attachments: 'Can I attach a file to a request?',
  history: 'Where do I see who changed my request?',
  notifications: 'How am I told when something changes?',
  'using-list': 'How do I search, filter or sort the list?',
  'ai-classification': 'How does the AI classify my request?',
  'suggestion-quality': 'How good are the suggestions?',
  'estimate-trust': 'Can I trust the estimates?',
  permissions: 'What am I allowed to do here?',
  password: 'How do I change my password?',
  profile: 'How do I change my profile?',
  theme: 'How do I switch to dark colours?',
  'handle-request': 'How do I approve, reject or assign a request?',
  batch: 'How do I have many requests analyzed at once?',
  'document-ai': 'How do I get requests out of a document?',
  dashboard: 'How do I change my own dashboard?',
  analytics: 'Where do I see how the work flows?',
  reports: 'How do I make or schedule a report?',
  export: 'How do I export or print requests?',
  users: 'How do I add a new user?',
  roles: 'How do I make a role of our own?',
  'department-setup': 'How do I add or rename a department?',
  settings: 'Where do I change the settings?',
} as const satisfies Record<string, string>
export type GuideSubject = keyof typeof GUIDE_QUESTIONS

/** Permission needed to use the subject of a question; subjects not listed are open to everybody. */
const NEEDS: Partial<Record<GuideSubject, Permission>> = {
  'handle-request': 'requests.edit',
  batch: 'ai.batch',
  'document-ai': 'ai.documents',
  dashboard: 'dashboard.view',
  analytics: 'analytics.view',
  reports: 'reports.export',
  export: 'reports.export',
  users: 'team.manage',
  roles: 'roles.manage',
  'department-setup': 'settings.manage',
  settings: 'settings.manage',
}

export function isGuideSubject(label: string): label is GuideSubject {
  return Object.hasOwn(GUIDE_QUESTIONS, label)
}

/** Questions about using the product, limited to what the permissions allow. */
export function guideQuestionsFor(permissions: readonly Permission[]): string[] {
  const isUsed = (needed: Permission | undefined) => needed === undefined || permissions.includes(needed)
  return Object.entries(GUIDE_QUESTIONS).flatMap(([subject, question]) =>
    isGuideSubject(subject) && isUsed(NEEDS[subject]) ? [question] : [],
  )
}
