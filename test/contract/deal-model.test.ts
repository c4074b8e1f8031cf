/** Random orders of what people and timers do to deals, plates and money, on both backends. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deleteRows } from '../rows.ts'
import { ACTS, type Act, brokenSentences, DealWorld, overdueHolders } from './deal-world.ts'
import { plates } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const isHosted = process.env.CONTRACT_BACKEND === 'hosted'
const times = Number(process.env.FUZZ_TIMES ?? 1)
/** `npm run fuzz` sends more. */
const [ORDERS, LENGTH] = isHosted ? [20 * times, 20] : [Math.round(200 * Math.max(1, times / 1.6)), 30]
const seed = Number(process.env.FUZZ_SEED ?? process.env.TEST_SEED ?? 20_261_128)

const small = fc.nat({ max: 7 })
const act: fc.Arbitrary<Act> = fc.record({
  // Quotes are as frequent as all else of a deal needs them.
  what: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('quote', 'quote', 'yes', 'pay') },
    { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(ACTS) as Act['what'][])) },
  ),
  who: small,
  which: small,
  amount: small,
  isTogether: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})

async function emptied(): Promise<DealWorld> {
  const { database, fill } = contract()
  for (const table of ['enquiries', 'deals', 'mails', 'plate_changes'] as const)
    await deleteRows(database, table)
  await fill({ plates: plates.slice(0, 2), sales: [], jersey_sales: [] })
  return new DealWorld(database)
}

it(
  `After each step of ${ORDERS} random orders nobody is asked to pay for what they cannot have, nothing agreed is offered to another, and no pound is out of sight`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: LENGTH, maxLength: LENGTH }), async (acts) => {
        const world = await emptied()
        let waiting: Promise<void>[] = []
        for (const one of acts) {
          waiting.push(world.act(one))
          if (one.isTogether) continue
          await Promise.all(waiting)
          waiting = []
          expect(await brokenSentences(world)).toEqual([])
        }
        await Promise.all(waiting)
        await world.runTimers()
        expect(await brokenSentences(world)).toEqual([])
        expect(await overdueHolders(world)).toEqual([])
      }),
      { numRuns: ORDERS, seed },
    )
  },
  600_000 * Math.max(1, times / 8),
)
