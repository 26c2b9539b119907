import {
  EmailSettings,
  EmailSettingsChange,
  EmailTested,
  EmailTrial,
  UndeliveredMails,
  UndeliveredQuery,
} from '../../../shared/email-settings.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { changeEmailSettings, getEmailSettings, testEmailSettings } from './settings.ts'
import { testMessageTurns } from './test-message.ts'
import { listUndelivered } from './undelivered.ts'

const tags = ['Settings']

export function emailSettingsRoutes(app: App, deps: Deps): void {
  const turns = testMessageTurns()

  app.get(
    '/settings/email',
    {
      config: { needs: ['settings.manage'] },
      schema: { summary: 'The SMTP server that mail is sent through', tags, response: { 200: EmailSettings } },
    },
    (req) => getEmailSettings(deps, req.actor),
  )

  app.put(
    '/settings/email',
    {
      config: { needs: { all: ['settings.manage'], sometimes: { 'requests.viewAll': 'to name another host' } } },
      schema: {
        summary: 'Set up the SMTP server; the password is stored encrypted and never returned',
        tags,
        body: EmailSettingsChange,
        response: { 200: EmailSettings },
      },
    },
    (req) => changeEmailSettings(deps, req.actor, req.body),
  )

  app.get(
    '/settings/email/undelivered',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'Mail that the SMTP server did not take, with its answer',
        tags,
        querystring: UndeliveredQuery,
        response: { 200: UndeliveredMails },
      },
    },
    (req) => listUndelivered(deps, req.actor, req.query),
  )

  app.post(
    '/settings/email/test',
    {
      config: { needs: ['settings.manage'] },
      schema: {
        summary: 'Send a test message, with settings that may not be saved yet',
        tags,
        body: EmailTrial,
        response: { 200: EmailTested },
      },
    },
    (req) => testEmailSettings({ ...deps, turns }, req.actor, req.body),
  )
}
