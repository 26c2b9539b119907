import { z } from 'zod'
import {
  DocumentProposal,
  NewProposalDecision,
  ProposalDecisions,
  ProposalOutcome,
  ProposalPatch,
} from '../../shared/document-proposals.ts'
import type { App } from '../platform/http/app.ts'
import { TEXT_BODY_LIMIT } from '../platform/http/body.ts'
import { SEE_OTHERS } from '../platform/http/needs.ts'
import { decideProposal, decideProposals } from './decisions.ts'
import type { Deps } from './deps.ts'
import { editProposal } from './proposals.ts'

const tags = ['Document AI']
const params = z.object({ id: z.string() })
const OF_OTHERS = { 'requests.viewAll': SEE_OTHERS } as const
const DECIDING = { all: ['ai.documents', 'requests.create'], sometimes: OF_OTHERS } as const

export function proposalRoutes(app: App, deps: Deps): void {
  app.patch(
    '/document-proposals/:id',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { needs: { all: ['ai.documents'], sometimes: OF_OTHERS } },
      schema: {
        summary: 'Change what a proposed request says',
        tags,
        params,
        body: ProposalPatch,
        response: { 200: DocumentProposal },
      },
    },
    (req) => editProposal(deps, req.actor, req.params.id, req.body),
  )
  app.post(
    '/document-proposals/:id/decisions',
    {
      config: { needs: DECIDING, idempotent: true, fails: [409] },
      schema: {
        summary: 'Create a proposed request, set it aside, or undo that',
        tags,
        params,
        body: NewProposalDecision,
        response: { 200: DocumentProposal },
      },
    },
    (req) => decideProposal(deps, req.actor, req.params.id, req.body, req.idempotentCall),
  )
  app.post(
    '/document-readings/:id/decisions',
    {
      config: { needs: DECIDING, idempotent: true },
      schema: {
        summary: 'Decide about several proposed requests of a document',
        tags,
        params,
        body: ProposalDecisions,
        response: { 200: ProposalOutcome },
      },
    },
    (req) => decideProposals(deps, req.actor, req.params.id, req.body, req.idempotentCall),
  )
}
