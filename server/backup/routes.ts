import { z } from 'zod'
import { BackupTargetTested } from '../../shared/backup-bucket.ts'
import {
  BackupSettings,
  BackupSettingsChange,
  Backups,
  BackupsQuery,
  BackupStatus,
  Release,
} from '../../shared/backups.ts'
import type { App } from '../platform/http/app.ts'
import { bearerToken } from '../platform/http/authentication.ts'
import { ticketed } from '../platform/http/download-ticket.ts'
import type { Deps } from './deps.ts'
import { checkIsThere, deleteBackup, listBackups, readBackup, startBackup, verifyBackup } from './service.ts'
import { release } from './hold.ts'
import { getBackupStatus } from './status.ts'
import { changeBackupSettings, getBackupSettings } from './settings.ts'
import { targetTestTurns, testBackupTarget } from './test-target.ts'

const tags = ['Backups']
const needs = ['backups.manage'] as const
/** A download without progress for this long is aborted. */
const STALLED_MS = 60_000
const params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'This is not the id of a backup') })

export function backupRoutes(app: App, deps: Deps): void {
  const turns = targetTestTurns()
  app.get(
    '/settings/backup',
    {
      config: { needs: [...needs] },
      schema: { summary: 'When backups are made and how long they are kept', tags, response: { 200: BackupSettings } },
    },
    (req) => getBackupSettings(deps, req.actor),
  )
  app.put(
    '/settings/backup',
    {
      config: { needs: [...needs] },
      schema: {
        summary: 'Change when backups are made; the passphrase is stored encrypted and never returned',
        tags,
        body: BackupSettingsChange,
        response: { 200: BackupSettings },
      },
    },
    (req) => changeBackupSettings(deps, req.actor, req.body),
  )
  app.post(
    '/settings/backup/test',
    {
      config: { needs: [...needs] },
      schema: {
        summary: 'Store, read and remove an object where backups go, with settings that may not be saved yet',
        tags,
        body: BackupSettingsChange,
        response: { 200: BackupTargetTested },
      },
    },
    (req) => testBackupTarget({ ...deps, turns }, req.actor, req.body),
  )
  app.post(
    '/backups',
    {
      config: { needs: [...needs] },
      schema: {
        summary: 'Back up the office now; while a backup is under way, that one is the answer',
        tags,
        response: { 202: z.object({ id: z.string() }) },
      },
    },
    async (req, reply) => reply.code(202).send(await startBackup(deps, req.actor)),
  )
  app.get(
    '/backups',
    {
      config: { needs: [...needs], isPoll: true },
      schema: {
        summary: 'The backups on the server, newest first',
        tags,
        querystring: BackupsQuery,
        response: { 200: Backups },
      },
    },
    (req) => listBackups(deps, req.actor, req.query),
  )
  app.get(
    '/backups/status',
    {
      config: { needs: [...needs], isPoll: true },
      schema: { summary: 'What about backups needs an administrator', tags, response: { 200: BackupStatus } },
    },
    (req) => getBackupStatus(deps, req.actor),
  )
  app.post(
    '/backups/release',
    {
      config: { needs: [...needs] },
      schema: {
        summary: 'After a restore, let mail and schedules go out again',
        tags,
        body: Release,
        response: { 204: z.null() },
      },
    },
    async (req, reply) => {
      await release(deps, req.actor, req.body)
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/backups/:id/content',
    {
      // Each call stores an audit entry.
      config: { needs: [...needs], bucket: 'writes', takesTicket: true },
      schema: {
        summary: 'The file of a backup',
        tags,
        params,
        querystring: z.strictObject({ ticket: z.string().max(2000).optional() }),
        response: { 200: z.unknown() },
      },
    },
    async (req, reply) => {
      const { row, size, content } = await readBackup(deps, req.actor, req.params.id)
      const name = `backup-${row.started_at.slice(0, 16).replaceAll(':', '')}.rfd`
      reply.header('content-disposition', `attachment; filename="${name}"`)
      reply.header('content-length', size)
      reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
      return reply.type('application/octet-stream').send(content)
    },
  )
  app.post(
    '/backups/:id/downloads',
    {
      config: { needs: [...needs] },
      schema: {
        summary: 'An address at which a browser can download the file within a minute',
        tags,
        params,
        response: { 201: z.object({ path: z.string() }) },
      },
    },
    async (req, reply) => {
      const { id } = req.params
      await checkIsThere(deps, req.actor, id)
      const issuer = { secretKey: deps.config.secretKey, clock: deps.clock }
      return reply.code(201).send({ path: ticketed(issuer, `/api/backups/${id}/content`, bearerToken(req)!) })
    },
  )
  app.post(
    '/backups/:id/verify',
    {
      config: { needs: [...needs] },
      schema: { summary: 'Prove a backup again', tags, params, response: { 202: z.null() } },
    },
    async (req, reply) => {
      await verifyBackup(deps, req.actor, req.params.id)
      return reply.code(202).send(null)
    },
  )
  app.delete(
    '/backups/:id',
    {
      config: { needs: [...needs] },
      schema: { summary: 'Delete a backup; the last proven one is kept', tags, params, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await deleteBackup(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}
