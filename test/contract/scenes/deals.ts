/** The actions of deals: a quote, each kind of step, and what ends by itself. */
import { randomUUID } from 'node:crypto'
import type { Database } from '#data/tables.ts'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import type { StepName } from '#services/deals/deal-steps.ts'
import { takeStep } from '#services/deals/deal-steps.ts'
import { findDeal, readDealConversation } from '#services/deals/deal-store.ts'
import { expireDeals, lapseDeals } from '#services/deals/end-runner.ts'
import { makeQuote } from '#services/deals/make-quote.ts'
import type { Given } from '#services/deals/step-fields.ts'
import { readConversation } from '#services/enquiries/conversation.ts'
import { asContact } from '../../enquiries/messages.ts'
import { storeEnquiry } from '../../enquiries/store-enquiry.ts'
import { id } from '../fixture.ts'
import type { Contract } from '../open-contract.ts'
import type { Scene, Scenes } from './scene.ts'

const ANN = { person: 'Ann', via: 'desk' } as const
const NOW = new Date('2026-11-20T12:00:00Z')
const LATER = new Date('2027-01-20T12:00:00Z')
const ON = '2026-11-20'
const FIRM = {
  addresses: { firm: 'Plateworthy', from: 'website@plates.example' },
  siteUrl: 'https://plates.example',
}
const TERMS = 'A deposit is kept if you cancel.'
const REGISTRATIONS = ['A 1', 'B 2'] as const

async function asking(quiet: Database) {
  const { reference } = await storeEnquiry(quiet, asContact({ name: 'Mrs Ash' }))
  return read(quiet, reference)
}

async function read(quiet: Database, reference: string) {
  const conversation = await readConversation(quiet, reference)
  if (!conversation) throw new Error('It is not there')
  return conversation
}

type Asked = Awaited<ReturnType<typeof asking>>

const quoteOf = (which: number, kind: 'sale' | 'purchase' = 'sale') => ({
  id: randomUUID(),
  kind,
  registration: REGISTRATIONS[which] ?? '',
  plateId: kind === 'sale' ? id(which + 1) : null,
  name: 'Mrs Ash',
  amount: 100_000,
  deposit: kind === 'sale' ? 20_000 : null,
  depositDays: 3,
  balanceDays: 14,
  includes: null,
  validUntil: '2026-11-27',
  isBesideOthers: false,
  text: 'Dear Mrs Ash, see {link}',
})

/** Two plates for sale. */
const addPlates = (sql: Contract['sql']) =>
  sql(
    `INSERT INTO plates (id, plate_number, price) VALUES ('${id(1)}', 'A 1', 1000), ('${id(2)}', 'B 2', 2000)`,
  )

async function quoted(
  quiet: Database,
  asked: Asked,
  which: number,
  kind?: 'sale' | 'purchase',
): Promise<string> {
  const quote = quoteOf(which, kind)
  await makeQuote(quiet, await read(quiet, asked.enquiry.reference), quote, FIRM, ANN)
  return quote.id
}

/** A step that the person confirms, if `isAsked`. */
async function step(
  quiet: Database,
  dealId: string,
  name: StepName,
  given: Partial<Given> = {},
  isAsked = false,
): Promise<(database: Database) => Promise<void>> {
  const deal = await findDeal(quiet, dealId)
  if (!deal) throw new Error('There is no such deal')
  const conversation = await readDealConversation(quiet, deal)
  const context = { deal, actor: ANN, now: NOW, conversation, ...FIRM, isRecorded: true, terms: TERMS }
  const all = { on: ON, text: null, reason: 'price', confirmed: null, ...given } as Given
  const asked = isAsked && (await takeStep(quiet, name, context, all).catch((error: unknown) => error))
  const confirmed = asked instanceof ChangeRefusal ? (asked.fields.confirmed ?? null) : null
  return (database) => takeStep(database, name, context, { ...all, confirmed })
}

const paid = (amount: number) =>
  ({
    payment: randomUUID(),
    kind: 'deposit',
    amount,
    method: 'cash',
    clearedOn: null,
    payer: null,
    note: null,
  }) as const

/** A quote for the first plate, after the steps before. */
async function sale(quiet: Database, sql: Contract['sql'], ...before: [StepName, Partial<Given>?, true?][]) {
  await addPlates(sql)
  const asked = await asking(quiet)
  const dealId = await quoted(quiet, asked, 0)
  for (const [name, given, isAsked] of before) await (await step(quiet, dealId, name, given, isAsked))(quiet)
  return { asked, dealId }
}

const VEHICLE = {
  ending: 'vehicle',
  nominee: null,
  vehicleReference: '12345678901',
  trackingNumber: null,
} as const

const STEPS: readonly [Scene, ...Scene[]] = [
  async (quiet, sql) => {
    const { dealId } = await sale(quiet, sql)
    return step(quiet, dealId, 'agree', { text: 'Thank you: {price} by {until}, see {link}' }, true)
  },
  async (quiet, sql) => {
    const { dealId } = await sale(quiet, sql)
    return step(quiet, dealId, 'pay', paid(20_000))
  },
  async (quiet, sql) => {
    const { dealId } = await sale(quiet, sql, ['agree', {}, true])
    return step(quiet, dealId, 'sell', {}, true)
  },
  async (quiet, sql) => {
    const { dealId } = await sale(quiet, sql, ['sell', {}, true])
    return step(quiet, dealId, 'take back sell')
  },
  async (quiet, sql) => {
    const { dealId } = await sale(quiet, sql, ['sell', {}, true])
    return step(quiet, dealId, 'hand-over', VEHICLE, true)
  },
  async (quiet, sql) => {
    const { asked, dealId } = await sale(quiet, sql, ['pay', paid(20_000)])
    const toDeal = await quoted(quiet, asked, 1)
    return step(quiet, dealId, 'move', { toDeal, amount: 20_000 })
  },
  async (quiet) => {
    const dealId = await quoted(quiet, await asking(quiet), 0, 'purchase')
    return step(quiet, dealId, 'draft')
  },
  async (quiet, sql) => {
    const { dealId } = await sale(quiet, sql, ['agree', {}, true])
    return step(quiet, dealId, 'lose')
  },
  async (quiet, sql) => {
    const { dealId } = await sale(quiet, sql, ['agree', {}, true], ['lose'])
    return step(quiet, dealId, 'reopen')
  },
]

export const DEAL_SCENES = {
  'end a quote': [
    async (quiet, sql) => {
      await sale(quiet, sql)
      return (database) => expireDeals(database, LATER)
    },
  ],
  'lapse a deal': [
    async (quiet, sql) => {
      await sale(quiet, sql, ['agree', {}, true])
      return (database) => lapseDeals(database, LATER)
    },
  ],
  'make a quote': [
    async (quiet, sql) => {
      await addPlates(sql)
      const asked = await asking(quiet)
      return (database) => makeQuote(database, asked, quoteOf(0), FIRM, ANN)
    },
  ],
  'take a step of a deal': STEPS,
} satisfies Scenes
