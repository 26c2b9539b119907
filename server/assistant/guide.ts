import { abilitiesInWords } from '../../shared/assistant/abilities.ts'

/** What is said about the product itself: the same to everybody, and nothing about any request. */
export const GUIDE: Record<string, string> = {
  'submit-request':
    'Open New RFD Request, fill in title, description, department, priority and due date, and submit. The AI Classification tab can suggest values first; you decide which of them to use.',
  'change-request':
    'Managers and administrators can edit a request. If you asked for it and something has to change, say so in a comment. Nobody is notified of comments, so if it is urgent, speak to the assignee as well.',
  'cancel-request':
    'Open your request in All Requests and choose Cancel. You can do that while it is pending or in progress, and it cannot be undone. Managers and administrators can cancel the requests of others, too.',
  'status-meaning':
    'Pending Review: awaiting initial review. In Progress: actively being worked on. Completed: implementation finished. Rejected: cannot be fulfilled. Cancelled: withdrawn before it was finished.',
  'priority-meaning':
    'Low can wait without harm. Medium is ordinary work. High affects the daily work of many people or has a deadline soon. Critical stops the clearance of goods, breaks the law or leaves a security hole. If you are unsure, keep the priority that the classification suggests.',
  'who-to-ask':
    'Add a comment to the request; its assignee and the managers can read it there. Nobody is notified of comments, so if it is urgent, speak to them directly. For accounts and access, ask an administrator.',
  departments:
    'IT Development builds and repairs the applications, Data Management maintains tariffs, codes and statistics, Cybersecurity looks after access and protection, Operations runs gates, ports and clearance, Compliance is responsible for laws and licences.',
  attachments:
    'Yes: drop the files on the New RFD Request form, or open a request and add them on its Documents tab. What can be attached, and how large, stands in the box there; an administrator sets it (at first PDF, DOC, DOCX up to 10MB).',
  comments:
    'Open the request, go to the Comments tab, type your comment and choose Add Comment. Everybody who can see the request can read it.',
  password:
    'Open Profile, then Security Settings and Change Password. If you cannot sign in at all, an administrator can help.',
  profile:
    'Open Profile and choose Edit Profile. You can change your first name, last name, email and department there.',
  'ai-classification':
    'The engine runs on this server and learns from this office’s own requests; no text leaves the server. Every suggestion shows the words it is based on and how certain it is, and nothing is applied until a person applies it.',
  notifications:
    'This version sends no notifications. Changes are shown in the timeline of each request, on its Details tab.',
  export:
    'Managers and administrators find Export Report beside the list: it makes a CSV, Excel or PDF file of all its rows. Export Reports has ready, saved and scheduled reports. One request is printed, or saved as PDF, from its details.',
  permissions:
    'Everybody can submit, follow and comment on requests. Managers also review, edit and assign them and see the statistics; administrators also change settings.',
  users:
    'Administrators add people under Team Management, Add New User, and change roles or close accounts under User Management. Role Permissions shows what each role may do.',
  settings:
    'Administrators find it under Settings: General (with departments and working days), Email Notifications, Backup Settings, Security Policies, Language Model, Estimates, Documents and Fair Use.',
  history:
    'The timeline on the Details tab of each request shows who changed what, when, and from which value to which. What happened in the whole system stands in the Audit Log, for those whose role may read it.',
  'handle-request':
    'Managers and administrators open the request and choose Edit to assign it or to change its status: In Progress, Completed or Rejected, with a reason where one is asked for. A completed request can go back to In Progress, a rejected one to Pending Review; a cancelled one stays cancelled.',
  'after-submitting':
    'A new request is Pending Review. A manager reads it, usually within the published time for an initial review, checks its priority and department, and assigns somebody or rejects it with a reason. Then it is In Progress until it is Completed. The Details tab shows each step.',
  'good-request':
    'Say what happens today, what should happen instead, who is affected and by when it is needed, with an example if you have one. A short title that names the screen or the document helps, and one request should ask for one thing.',
  terms:
    'Overdue: still open after its due date. Lead time: from creation to completion. Cycle time: from the start of work to completion. Age: from creation until now, while it is open. The requester asked for it, the assignee works on it. A median is the middle value: half took less, half took longer.',
  greeting: 'Hello. Ask me about requests, how long things take, or what a status means.',
  thanks: 'You are welcome.',
}

/** In the place of the local engine's description once an administrator has set up a language model. */
export const ABOUT_LANGUAGE_MODEL =
  'A language model, set up by an administrator, reads a request when you ask for a classification or an analysis, and a question of yours that I do not understand by myself. It receives the title and description, or your question, without email addresses, links or the full names of people here. It writes no answer of mine: I look every figure up in the office’s own data. New requests and batches are handled by the engine on this server, and nothing is applied until a person applies it.'

/** Each subject as a question, for who has to choose among them. */
export const GUIDE_QUESTIONS: Record<string, string> = {
  'submit-request': 'How do I submit a new request?',
  'change-request': 'Can I change a request I sent?',
  'cancel-request': 'How do I cancel a request?',
  'status-meaning': 'What does each status mean?',
  'priority-meaning': 'What priority should I choose?',
  'who-to-ask': 'Who can help me?',
  departments: 'What do the departments do?',
  attachments: 'Can I attach a file to a request?',
  comments: 'How do I comment on a request?',
  password: 'How do I change my password?',
  profile: 'How do I change my profile?',
  'ai-classification': 'How does the AI classify my request?',
  notifications: 'How am I told when something changes?',
  export: 'How do I export or print requests?',
  permissions: 'What am I allowed to do here?',
  users: 'How do I add a new user?',
  settings: 'Where do I change the settings?',
  history: 'Who changed my request and when?',
  'handle-request': 'How do I approve, reject or assign a request?',
  'after-submitting': 'What happens after I submit a request?',
  'good-request': 'What should I write in the description?',
  terms: 'What do overdue, lead time and cycle time mean?',
}

export function capabilities(isManager: boolean): string {
  const guide = isManager ? '' : ' I also know how to submit, change or cancel a request, and what the words here mean.'
  return `${abilitiesInWords(isManager)}${guide} Every figure links to its requests where the list can show them. I only look things up; I cannot change anything.`
}

export const NOT_UNDERSTOOD =
  'I don’t know the answer to that. I can tell you about requests, their status and how long things take. For anything else, ask a manager or the person your request is assigned to.'
