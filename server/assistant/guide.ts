/** What is said about the product itself: the same to everybody, and nothing about any request. */
export const GUIDE: Record<string, string> = {
  'submit-request':
    'Open New RFD Request, fill in title, description, department, priority and due date, and submit. The AI Classification tab can suggest values first; you decide which of them to use.',
  'change-request':
    'Managers and administrators can edit a request. If you asked for it and something has to change, say so in a comment. Nobody is notified of comments, so if it is urgent, speak to the assignee as well.',
  'cancel-request':
    'Open your request in All Requests and choose Cancel. You can do that while it is pending or in progress, and it cannot be undone.',
  'status-meaning':
    'Pending Review: awaiting initial review. In Progress: actively being worked on. Completed: implementation finished. Rejected: cannot be fulfilled. Cancelled: withdrawn before it was finished.',
  'priority-meaning':
    'Low can wait without harm. Medium is ordinary work. High affects the daily work of many people or has a deadline soon. Critical stops the clearance of goods, breaks the law or leaves a security hole. If you are unsure, keep the priority that the classification suggests.',
  'who-to-ask':
    'Add a comment to the request; its assignee and the managers can read it there. Nobody is notified of comments, so if it is urgent, speak to them directly. For accounts and access, ask an administrator.',
  departments:
    'IT Development builds and repairs the applications, Data Management maintains tariffs, codes and statistics, Cybersecurity looks after access and protection, Operations runs gates, ports and clearance, Compliance is responsible for laws and licences.',
  attachments:
    'Files cannot be attached in this version: the Documents tab of a request is always empty. Put anything important in the description or a comment.',
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
  export: 'This version exports no reports. A request can be printed from its details and from its own page.',
  permissions:
    'Everybody can submit, follow and comment on requests. Managers also review, edit and assign them and see the statistics; administrators also change settings.',
  greeting: 'Hello. Ask me about requests, how long things take, or what a status means.',
  thanks: 'You are welcome.',
}

/** In the place of the local engine's description once an administrator has set up a language model. */
export const ABOUT_LANGUAGE_MODEL =
  'A language model, set up by an administrator, reads a request when you ask for a classification or an analysis, and puts my answers into words. It receives the title and description, or your question and what I found for it, without email addresses, links or the full names of people here. New requests and batches are handled by the engine on this server, and nothing is applied until a person applies it.'

const FOR_USERS =
  'I answer questions about your requests (what is open or overdue, or what a particular request is waiting for), how long things take, what a status means, and how to submit, change or cancel a request. I only look things up; I cannot change anything.'
const FOR_MANAGERS =
  'I count, compare and find requests by status, department, priority, person or time. I can also tell you what is overdue, how months compare and what a single request is waiting for. Every figure links to its requests. I only look things up; I cannot change anything.'

export function capabilities(isManager: boolean): string {
  return isManager ? FOR_MANAGERS : FOR_USERS
}

export const NOT_UNDERSTOOD =
  'I don’t know the answer to that. I can tell you about requests, their status and how long things take. For anything else, ask a manager or the person your request is assigned to.'
