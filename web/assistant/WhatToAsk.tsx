import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { ABILITIES } from '../../shared/assistant/abilities.ts'
import { guideQuestionsFor } from '../../shared/assistant/guide-questions.ts'
import { FAQ } from '../../shared/assistant/questions.ts'
import { useSession } from '../client/session.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { type AskableProps, Questions } from './AssistantCards.tsx'
import { inSentence } from './abilities.ts'
import styles from './what-to-ask.module.css'

type WhatToAskProps = Pick<AskableProps, 'onAsk' | 'busy'> & { isManager: boolean }

/** Every kind of question with examples, each asked by a click. */
export function WhatToAsk({ isManager, onAsk, busy }: WhatToAskProps) {
  const [isOpen, setOpen] = useState(false)
  const kinds = ABILITIES.filter(({ isForManagers }) => isManager || !isForManagers).map(({ does, examples }) => ({
    title: inSentence(does),
    questions: examples,
  }))
  const permissions = useSession()?.user.permissions ?? []
  const guides = [
    { title: 'Explain how requests work', questions: FAQ },
    {
      title: 'Explain how this product is used',
      questions: guideQuestionsFor(permissions).filter((question) => !FAQ.includes(question)),
    },
  ]
  return (
    <>
      <Button icon={CircleQuestionMark} onClick={() => setOpen(true)}>
        What can I ask?
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="What can I ask?" width={640}>
        <DialogBody className={styles.kinds}>
          {[...kinds, ...guides].map(({ title, questions }) => (
            <section key={title}>
              <h3 className="text-12 muted">{title}</h3>
              <Questions
                questions={questions}
                busy={busy}
                onAsk={(question) => {
                  setOpen(false)
                  onAsk(question)
                }}
              />
            </section>
          ))}
          <p className="text-12 muted">The assistant uses only what you can see, and changes nothing.</p>
        </DialogBody>
      </Dialog>
    </>
  )
}
