/** What is said about the product itself: the same to everybody, and nothing about any request. */
export const GUIDE: Record<string, string> = {
  'submit-request':
    'Open New RFD Request, fill in title, description, department, priority and due date, and submit. The AI Classification tab can suggest values first; you decide which of them to use.',
  'change-request':
    'Managers and administrators can edit a request. If it is yours and something must change, say so in a comment. Nobody is notified of a comment: people read it when they open the request, so also speak to the assignee when it is urgent.',
  'cancel-request':
    'Open your request in All Requests and choose Cancel. That is possible while it is pending or in progress, and it cannot be undone.',
  'status-meaning':
    'Pending Review: awaiting initial review. In Progress: actively being worked on. Completed: implementation finished. Rejected: cannot be fulfilled. Cancelled: withdrawn before it was finished.',
  'priority-meaning':
    'Low can wait without harm, medium is ordinary work, high hurts the daily work of many or has a near date, critical stops the clearance of goods, breaks a law or opens a security hole. If you are unsure, leave what the classification suggests.',
  'who-to-ask':
    'Write a comment on the request: its assignee and the managers can read it there. Nobody is notified of it, so speak to them when it is urgent. An administrator helps with accounts and access.',
  departments:
    'IT Development builds and repairs the applications, Data Management keeps tariffs, codes and statistics, Cybersecurity looks after access and protection, Operations runs gates, ports and clearance, Compliance answers for law and licences.',
  attachments:
    'Files cannot be attached in this version: the Documents tab of a request stays empty. Put what matters into the description or a comment.',
  comments:
    'Open the request, choose the Comments tab, write and choose Add Comment. Everybody who may see the request can read it.',
  password:
    'Open Profile, then Security Settings and Change Password. If you cannot sign in at all, an administrator can help.',
  profile: 'Open Profile and choose Edit Profile: first name, last name, email and department can be changed there.',
  'ai-classification':
    'The engine runs inside this server and learns from this office’s own requests; no text leaves it. Every suggestion names the words that decided and how sure it is, and nothing is applied unless a person does it.',
  notifications:
    'This version sends no notifications. What changed shows in the timeline of each request, on its Details tab.',
  export: 'This version exports no reports. A request can be printed from its details and from its own page.',
  permissions:
    'Everybody can submit, follow and comment on requests. Managers also review, edit and assign them and see figures; administrators also change settings.',
  greeting: 'Hello. Ask me about requests, how long things take, or what a status means.',
  thanks: 'You are welcome.',
}

/** In the place of the local engine's description once an administrator has set up a language model. */
export const ABOUT_LANGUAGE_MODEL =
  'A language model, set up by an administrator, reads a request when you ask for a classification or an analysis, and words my answers. It is sent the title and the description, or your question with what I found for it, without e-mail addresses, links and the full names of people here. New requests and batches are looked at by the engine inside this server, and nothing is applied unless a person does it.'

const FOR_USERS =
  'I answer questions about your requests (what is open, overdue, or what a number is waiting for), how long things take, what a status means, and how to submit, change or cancel a request. I only look things up: nothing is changed from here.'
const FOR_MANAGERS =
  'I count, compare and find requests: by status, department, priority, person or time, what is overdue, how months compare, and what a single request is waiting for. Every figure links to its rows. I only look things up: nothing is changed from here.'

export function capabilities(isManager: boolean): string {
  return isManager ? FOR_MANAGERS : FOR_USERS
}

export const NOT_UNDERSTOOD =
  'I don’t know that one. I can tell about requests, their status and how long things take. For anything else please ask a manager, or the person your request is assigned to.'
