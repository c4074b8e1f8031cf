/** Which step a deal may take, by its kind and its stage: the page shows by this table, and the server refuses by it. */
import { type Deal, type Stage, stageOf } from './deal-types.ts'

interface StepRule {
  /** Both if there is none. */
  kind?: Deal['kind']
  stages: readonly Stage[]
}

const RUNNING = ['open', 'agreed', 'lapsed', 'sold', 'handed-over'] as const
const ENDED = ['done', 'lost', 'withdrawn', 'expired'] as const
const ALL = [...RUNNING, ...ENDED] as const

export const STEP_RULES = {
  agree: { stages: ['open'] },
  'take back agree': { stages: ['agreed', 'lapsed'] },
  reserve: { kind: 'sale', stages: ['open'] },
  'take back reserve': { kind: 'sale', stages: ['open'] },
  extend: { kind: 'sale', stages: ['agreed', 'lapsed'] },
  reprice: { stages: ['open', 'agreed', 'lapsed', 'sold', 'handed-over'] },
  pay: { stages: ALL },
  clear: { stages: ALL },
  'take back pay': { stages: ALL },
  move: { kind: 'sale', stages: ALL },
  exchange: { kind: 'sale', stages: ['open', 'agreed', 'lapsed', 'sold', 'handed-over', 'done'] },
  share: { kind: 'sale', stages: ['open', 'agreed', 'lapsed', 'sold', 'handed-over', 'done'] },
  keep: { kind: 'sale', stages: ['lost'] },
  sell: { kind: 'sale', stages: ['open', 'agreed', 'lapsed'] },
  'take back sell': { kind: 'sale', stages: ['sold'] },
  'hand-over': { kind: 'sale', stages: ['open', 'agreed', 'lapsed', 'sold'] },
  'take back hand-over': { kind: 'sale', stages: ['handed-over'] },
  papers: { kind: 'purchase', stages: ['open', 'agreed'] },
  identity: { kind: 'purchase', stages: RUNNING },
  'take back identity': { kind: 'purchase', stages: RUNNING },
  certificate: { kind: 'purchase', stages: RUNNING },
  'take back certificate': { kind: 'purchase', stages: RUNNING },
  draft: { kind: 'purchase', stages: ['open', 'agreed'] },
  'take back draft': { kind: 'purchase', stages: ['sold'] },
  accounts: { stages: ALL },
  pause: { stages: RUNNING },
  resume: { stages: RUNNING },
  done: { stages: ['sold', 'handed-over'] },
  lose: { stages: ['open', 'agreed', 'lapsed'] },
  withdraw: { stages: ['open', 'agreed', 'lapsed'] },
  reopen: { stages: ENDED },
} as const satisfies Record<string, StepRule>

export type StepName = keyof typeof STEP_RULES

export const isStepName = (name: string): name is StepName => Object.hasOwn(STEP_RULES, name)

export function mayTake(
  deal: Pick<Deal, 'kind' | 'outcome' | 'agreedOn' | 'lapsedOn' | 'soldOn' | 'handedOverOn'>,
  name: StepName,
): boolean {
  const { kind, stages }: StepRule = STEP_RULES[name]
  return (kind === undefined || kind === deal.kind) && stages.includes(stageOf(deal))
}
