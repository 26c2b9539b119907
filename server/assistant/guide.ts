import { abilitiesInWords } from '../../shared/assistant/abilities.ts'
import type { GuideSubject } from '../../shared/assistant/guide-questions.ts'
import { type Departments, FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { OPEN_OR, STATUS_KEYS, STATUS_MEANINGS, STATUSES } from '../../shared/request-rules.ts'
import { listed } from '../../shared/wording.ts'

/** Texts about the product itself: the same for everybody, and nothing about any request. */
export const GUIDE: Record<GuideSubject | 'greeting' | 'thanks', string> = {
  'submit-request':
    'Open New RFD Request, fill in title, description, department, priority and due date, and submit. The AI Classification tab can suggest values first; you decide which of them to use.',
  'change-request':
    'Managers and administrators can edit a request. If you asked for it and something has to change, say so in a comment: its assignee is notified, and so is everybody else who watches the request.',
  'cancel-request': `Open your request in All Requests and choose Cancel. You can do that while it is ${OPEN_OR}, and it cannot be undone. Managers and administrators can cancel the requests of others, too.`,
  'status-meaning': STATUS_KEYS.map(
    (status) => `${STATUSES[status]}: ${STATUS_MEANINGS[status].replace(/^./, (letter) => letter.toLowerCase())}.`,
  ).join(' '),
  'priority-meaning':
    'Low can wait without harm. Medium is ordinary work. High affects the daily work of many people or has a deadline soon. Critical stops the clearance of goods, breaks the law or leaves a security hole. If you are unsure, keep the priority that the classification suggests.',
  'who-to-ask':
    'Add a comment to the request: its assignee is notified, and so is everybody else who watches it. Write @ and a username to reach somebody in particular. For accounts and access, ask an administrator.',
  'share-request':
    'A request has one requester and one assignee; nobody else can be added to it, but everybody who sees it can watch it. Give a colleague its number or the address of its page: everybody sees all requests, unless an administrator has set that users see only their own and those assigned to them. Comments there are read by all who can see it.',
  departments:
    'IT Development builds and repairs the applications, Data Management maintains tariffs, codes and statistics, Cybersecurity looks after access and protection, Operations runs gates, ports and clearance, Compliance is responsible for laws and licences.',
  attachments:
    'Drop the files on the New RFD Request form, or open a request: you add them on its Documents tab and delete those that you added there; managers and administrators can delete any. What can be attached, and how large, is stated in the box there; an administrator sets it (at first PDF, DOC, DOCX up to 10MB).',
  comments:
    'Open the request, go to the Comments tab, type your comment and choose Add Comment. Everybody who can see the request can read it, and it stays as it was written.',
  password:
    'Open Profile, then Security Settings and Change Password. If you cannot sign in at all, an administrator can make you a link for a new password.',
  profile:
    'Open Profile and choose Edit Profile. You can change your first name, last name, email and department there. Your open sessions are listed there, too, and can be ended.',
  'ai-classification':
    'The engine runs on this server and learns from this office’s own requests; no text leaves the server. Every suggestion shows the words it is based on and how certain it is, and nothing is applied until a person applies it.',
  notifications:
    'The bell at the top lists what happened to requests that you asked for, work on, commented on or watch, and why you got each notification. Watch or unwatch a request in its details. Which kinds you get, in the app or by mail, and your quiet hours are set in Profile under Notification preferences. Where your open requests stand is shown on your dashboard.',
  export:
    'Managers and administrators choose Export at the list, or Export Report on the dashboard: it makes a CSV, Excel or PDF file of all its rows. The files, and reports, are found under Export Reports. One request is printed, or saved as PDF, from its details.',
  reports:
    'Managers and administrators open Export Reports. It has ready reports, such as the monthly management report, and those that you make yourself with New report. Each has a preview, and files to download (PDF, Excel, CSV), which are kept for 90 days. A schedule on the report’s page makes it daily, weekly or monthly for the recipients that you name, who find it on that page.',
  analytics:
    'Managers and administrators open Analytics: throughput and backlog, lead time, cycle time and time in each status, age, workload, and a promise ledger of every due date as first and last promised. A forecast says when open work may be finished, and What if shows what more people, fewer arrivals or a limit would change. Period, department, priority, type and assignee are chosen at the top, and every figure opens its requests.',
  dashboard:
    'Choose Arrange dashboard on the dashboard: you can order its cards, hide them, show them again, or restore the defaults. It changes your own dashboard only.',
  'document-ai':
    'Managers and administrators open the Document AI tab on the dashboard and upload a letter, minutes or a memo. Document AI proposes requests from what it asks for, each with its sentence, a title, a department, a priority and a due date where one is named. You accept, edit or reject each proposal; nothing is created by itself.',
  batch:
    'Managers and administrators open the AI Analysis tab on the dashboard, choose which requests, and start the analysis. The suggestions are then reviewed one by one or accepted together above a certainty, and what was accepted can be undone.',
  'department-setup':
    'Administrators open Settings, then General: departments are added, renamed, ordered and retired there. A retired department is no longer offered, and another one may take over its open requests; none is deleted.',
  roles:
    'Administrators open Team Management, then Role Permissions: it shows what each role is allowed to do, changes it, and makes roles of your own, from a copy if you like. Who Can Do What shows it for one person, and lets you look at the page as that person sees it. A person’s role is chosen under User Management.',
  'suggestion-quality':
    'No suggestion is always right; the certainty beside it says how often such ones were. How often people kept or changed what was suggested, by field, where they chose another value, and how often the certainty held, is shown to managers and administrators under Analytics, Suggestions and estimates.',
  'estimate-trust':
    'An estimate is a range, not a promise: it comes from finished requests of the same kind, and four of five should fall into the wide range, half of them into the narrow one. Text says little about how long something takes, so ranges are often wide. How often they held is shown to managers under Analytics, Suggestions and estimates.',
  'using-list':
    'Open All Requests. The search field looks into numbers, titles, descriptions, comments and documents; Status and the filters beside it narrow the list, the heads of the columns sort it, and Clear filters brings all back. The address of the page holds the filters, so it can be sent to a colleague.',
  theme:
    'Choose Theme in the band at the top: Light, Dark, or System, which follows your device. On a phone it is in the menu.',
  permissions:
    'Everybody can submit, follow and comment on requests. Managers also review, approve, edit and assign them and see the statistics; administrators also change settings and manage accounts. Everybody sees all requests, unless an administrator has set that users see only their own and those assigned to them.',
  users:
    'Administrators add people under Team Management, Add New User: it makes an invitation link to hand on. Under User Management they change roles, close accounts and hand over requests, make a link for a new password, and import people from a CSV file.',
  settings:
    'Administrators find it under Settings: General (the office’s name, time zone, working days, holidays, departments and published times), Email Notifications (the SMTP server that mail goes through), Backup Settings (when backups are made, how long they are kept, and Run Backup Now), Security Policies, Language Model, Estimates, Documents, Fair Use and Background Jobs. Restoring a backup is done by whoever runs the server, on its command line.',
  history:
    'The timeline on the Details tab of each request shows who changed what, when, and from which value to which. What happened in the whole system is in the Audit Log, for those whose role may read it.',
  'handle-request':
    'Managers and administrators open the request and choose Edit to assign it or to change its status: In Progress, Completed or Rejected, with a reason where one is asked for. A completed request can go back to In Progress, a rejected one to Pending Review; a cancelled one cannot be reopened.',
  'after-submitting':
    'A new request is Pending Review. A manager reads it, usually within the published time for an initial review, checks its priority and department, and assigns somebody or rejects it with a reason. Then it is In Progress until it is Completed. The Details tab shows each step.',
  'good-request':
    'Say what happens today, what should happen instead, who is affected and by when it is needed, with an example if you have one. A short title that names the screen or the document helps, and one request should ask for one thing.',
  terms:
    'RFD: a request for development. Overdue: still open after its due date. Lead time: from creation to completion. Cycle time: from the start of work to completion. Age: from creation until now, while it is open. The requester asked for it, the assignee works on it. Track Only, in the list: you can open and follow the request, but neither edit nor cancel it. A median is the middle value: half took less, half took longer.',
  greeting: 'Hello. Ask me about requests, how long things take, or what a status means.',
  thanks: 'You are welcome.',
}

/** Replaces the local engine's description once a language model is set up. */
export const ABOUT_LANGUAGE_MODEL =
  'A language model, set up by an administrator, reads a request when you ask for a classification or an analysis, a document that is given to Document AI, and a question of yours that I do not understand by myself. It receives the title and description, the text of the document, or your question, without email addresses, links or the full names of people here. It writes no answer of mine: I look every figure up in the office’s own data. New requests and batches are handled by the engine on this server, and nothing is applied until a person applies it.'

/** A guide text as it applies to this office: the duties are known only of the departments that an office begins with. */
export function forOffice(text: string, departments: Departments): string {
  const names = namesOf(departments)
  const isAsAtFirst = names.toSorted().join('|') === namesOf(FIRST_DEPARTMENTS).toSorted().join('|')
  if (text !== GUIDE.departments || isAsAtFirst) return text
  return `The ${names.length === 1 ? 'only department is' : 'departments are'} ${listed(names)}.`
}

function namesOf({ active }: Departments): string[] {
  return active.map(({ name }) => name)
}

export function capabilities(isManager: boolean): string {
  const guide = isManager ? '' : ' I also know how to submit, change or cancel a request, and what the words here mean.'
  return `${abilitiesInWords(isManager)}${guide} Every figure links to its requests where the list can show them. I only look things up; I cannot change anything.`
}

export const NOT_UNDERSTOOD =
  'I don’t know the answer to that. I can tell you about requests, their status and how long things take. For anything else, ask a manager or the person your request is assigned to.'
