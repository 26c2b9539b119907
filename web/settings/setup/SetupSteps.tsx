import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { GeneralSettings } from '../../../shared/general-settings.ts'
import { say } from '../../../shared/texts/say.ts'
import { checkSession } from '../../client/check-session.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { SignInLayout } from '../../people/sign-in/SignInLayout.tsx'
import styles from '../../people/sign-in/login.module.css'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { DepartmentsStep } from './DepartmentsStep.tsx'
import { OfficeStep } from './OfficeStep.tsx'

const STEPS = ['Your office', 'Departments', 'People'] as const

/** The steps after the first administrator. The dashboard's checklist has the rest for those who leave early. */
export function SetupSteps() {
  const [step, setStep] = useState(0)
  const next = () => {
    setStep(step + 1)
    // Zone and departments come with the session.
    checkSession()
  }
  return (
    <SignInLayout>
      <p className="text-12 muted">
        Step {step + 1} of {STEPS.length}
      </p>
      <StepHeading key={step}>{STEPS[step]}</StepHeading>
      {step === 0 && <LoadedOffice onDone={next} />}
      {step === 1 && <DepartmentsStep onDone={next} />}
      {step === 2 && <PeopleStep />}
      <p className={classes('text-13 soft', styles.note)}>
        You can leave at any time: <Link to="/dashboard">{say('go to the dashboard')}</Link>. A checklist there has the
        rest.
      </p>
    </SignInLayout>
  )
}

/** Takes the focus when its step begins. */
function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 className="h-24" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

function LoadedOffice({ onDone }: { onDone: () => void }) {
  const query = useQuery<GeneralSettings>({ queryKey: ['/api/settings/general'] })
  if (query.data) return <OfficeStep settings={query.data} onDone={onDone} />
  if (query.isError) return <ReadError title={say('The settings could not be loaded')} query={query} />
  return <Loading label={say('Loading the settings')}>{null}</Loading>
}

function PeopleStep() {
  return (
    <>
      <p className={classes('soft', styles.lead)}>
        {say('Invite your colleagues one by one, or all of them from a CSV file. Each gets a link that works once.')}
      </p>
      <div className="stack">
        <Link to="/team/add-user" className={buttonClass('primary', 'large')}>
          {say('Add a user')}
        </Link>
        <Link to="/team/users/import" className={buttonClass('secondary', 'large')}>
          {say('Import from CSV')}
        </Link>
      </div>
    </>
  )
}
