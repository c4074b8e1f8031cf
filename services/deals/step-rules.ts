/**
 * Which step a deal may take, by its kind and its stage, and which fields it has: the page shows by this table, and the server
 * refuses and reads by it.
 */
import { type Deal, type Stage, stageOf } from './deal-types.ts'
import type { StepFieldName } from './step-fields.ts'

interface StepRule {
  /** Both if there is none. */
  kind?: Deal['kind']
  stages: readonly Stage[]
  /** In the order of its form. */
  fields?: readonly StepFieldName[]
}

const RUNNING = ['open', 'agreed', 'lapsed', 'sold', 'handed-over'] as const
const ENDED = ['done', 'lost', 'withdrawn', 'expired'] as const
const ALL = [...RUNNING, ...ENDED] as const

export const STEP_RULES = {
  agree: { stages: ['open'], fields: ['on', 'text', 'confirmed'] },
  'take back agree': { stages: ['agreed', 'lapsed'] },
  reserve: { kind: 'sale', stages: ['open'], fields: ['until'] },
  'take back reserve': { kind: 'sale', stages: ['open'] },
  extend: { kind: 'sale', stages: ['agreed', 'lapsed'], fields: ['until'] },
  reprice: { stages: ['open', 'agreed', 'lapsed', 'sold', 'handed-over'], fields: ['amount'] },
  pay: {
    stages: ALL,
    fields: ['payment', 'kind', 'amount', 'on', 'method', 'clearedOn', 'payer', 'note', 'confirmed'],
  },
  clear: { stages: ALL, fields: ['payment', 'on'] },
  'take back pay': { stages: ALL, fields: ['payment'] },
  move: { kind: 'sale', stages: ALL, fields: ['toDeal', 'amount', 'on'] },
  exchange: {
    kind: 'sale',
    stages: ['open', 'agreed', 'lapsed', 'sold', 'handed-over', 'done'],
    fields: ['toDeal', 'amount', 'on'],
  },
  share: {
    kind: 'sale',
    stages: ['open', 'agreed', 'lapsed', 'sold', 'handed-over', 'done'],
    fields: ['payment', 'amount', 'toDeal', 'otherAmount', 'method', 'on', 'confirmed'],
  },
  keep: { kind: 'sale', stages: ['lost'], fields: ['amount', 'on', 'note'] },
  sell: { kind: 'sale', stages: ['open', 'agreed', 'lapsed'], fields: ['on', 'confirmed'] },
  'take back sell': { kind: 'sale', stages: ['sold'] },
  'hand-over': {
    kind: 'sale',
    stages: ['open', 'agreed', 'lapsed', 'sold'],
    fields: [
      'ending',
      'vehicleReference',
      'on',
      'nominee',
      'isSigned',
      'trackingNumber',
      'detailsOnly',
      'confirmed',
    ],
  },
  'take back hand-over': { kind: 'sale', stages: ['handed-over'] },
  papers: {
    kind: 'purchase',
    stages: ['open', 'agreed'],
    fields: ['document', 'documentExpiresOn', 'holder'],
  },
  identity: { kind: 'purchase', stages: RUNNING, fields: ['on'] },
  'take back identity': { kind: 'purchase', stages: RUNNING },
  certificate: { kind: 'purchase', stages: RUNNING, fields: ['on', 'documentNumber'] },
  'take back certificate': { kind: 'purchase', stages: RUNNING },
  draft: { kind: 'purchase', stages: ['open', 'agreed'], fields: ['on'] },
  'take back draft': { kind: 'purchase', stages: ['sold'] },
  accounts: { stages: ALL, fields: ['invoiceNumber', 'isKept'] },
  pause: { stages: RUNNING },
  resume: { stages: RUNNING },
  done: { stages: ['sold', 'handed-over'], fields: ['confirmed'] },
  lose: { stages: ['open', 'agreed', 'lapsed'], fields: ['reason'] },
  withdraw: { stages: ['open', 'agreed', 'lapsed'] },
  reopen: { stages: ENDED },
} as const satisfies Record<string, StepRule>

export type StepName = keyof typeof STEP_RULES

export const fieldsOfStep = (name: StepName): readonly StepFieldName[] => {
  const { fields = [] }: StepRule = STEP_RULES[name]
  return fields
}

export const isStepName = (name: string): name is StepName => Object.hasOwn(STEP_RULES, name)

export function mayTake(
  deal: Pick<Deal, 'kind' | 'outcome' | 'agreedOn' | 'lapsedOn' | 'soldOn' | 'handedOverOn'>,
  name: StepName,
): boolean {
  const { kind, stages }: StepRule = STEP_RULES[name]
  return (kind === undefined || kind === deal.kind) && stages.includes(stageOf(deal))
}
