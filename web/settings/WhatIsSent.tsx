import styles from './form/settings.module.css'
import { classes } from '../ui/classes.ts'
const SENT = [
  'For a classification: the title and the beginning of the description',
  'For an analysis: the same, plus the priority, department, type and the office’s own range',
  'For a document of up to 24,000 characters that somebody gives to Document AI: its text',
  'For a question that the local engine does not fully understand: the question and what the same person asked before. If it asks for similar requests: titles of up to five that this person may see',
]
const NEVER = [
  'Email addresses, links, telephone and account numbers: they are removed from every text',
  'Names of people with an account, in full or a single capitalized name: each is replaced by a letter, and the name is put back here',
  'Comments and other documents, and anything that the person who asks may not see',
  'Figures and rows: the model turns a question into a query, and this server looks the answer up',
  'New requests and batches: only the local engine reads those',
]

/** What an administrator has to know before enabling it. */
export function WhatIsSent() {
  return (
    <section className="card padded" aria-labelledby="what-is-sent">
      <h2 className="h-14" id="what-is-sent">
        What is sent, and what never is
      </h2>
      <div className={classes('text-13', styles.columns)}>
        {[
          { id: 'sent', title: 'Sent when a person asks', items: SENT },
          { id: 'never', title: 'Never sent', items: NEVER },
        ].map(({ id, title, items }) => (
          <div key={id} className="stack gap-1">
            <h3 className="text-13 semibold" id={id}>
              {title}
            </h3>
            <ul className={styles.list} aria-labelledby={id}>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
