import { Link, useLocation } from 'react-router'
import { AiSettingsSection } from '../settings/AiSettingsSection.tsx'
import { BlockedSignInsSection } from '../settings/BlockedSignInsSection.tsx'
import { EstimateSettingsSection } from '../settings/EstimateSettingsSection.tsx'
import { FairUseSection } from '../settings/FairUseSection.tsx'
import { Area, NothingYet } from './Area.tsx'

export default function SettingsPage() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  return (
    <Area needs="settings.manage" restricted="Administrator privileges are needed to change settings.">
      {path === '/settings' ? (
        <Cards />
      ) : path === '/settings/ai' ? (
        <AiSettingsSection />
      ) : path === '/settings/estimates' ? (
        <EstimateSettingsSection />
      ) : path === '/settings/fair-use' ? (
        <FairUseSection />
      ) : path === '/settings/security' ? (
        <BlockedSignInsSection />
      ) : (
        <NothingYet>This version has no settings of this kind to change.</NothingYet>
      )}
    </Area>
  )
}

const SECTIONS = [
  {
    path: '/settings/ai',
    title: 'Language Model',
    line: 'An optional endpoint for classifications, analyses and answers, and what is sent to it',
  },
  {
    path: '/settings/estimates',
    title: 'Estimates',
    line: 'Whether processing times count every day or Monday to Friday',
  },
  {
    path: '/settings/fair-use',
    title: 'Fair Use',
    line: 'How many changes and AI calls one person may send',
  },
  {
    path: '/settings/security',
    title: 'Security Policies',
    line: 'Accounts and addresses that have to wait after wrong passwords, and how to lift that',
  },
]

function Cards() {
  return (
    <ul className="set-cards">
      {SECTIONS.map(({ path, title, line }) => (
        <li key={path} className="card pad">
          <h2 className="h-14">
            <Link to={path}>{title}</Link>
          </h2>
          <p className="t13 soft">{line}</p>
        </li>
      ))}
    </ul>
  )
}
