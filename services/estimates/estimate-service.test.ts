import { expect, it } from 'vitest'
import { embeddedClient } from '#db/embedded.ts'
import { openTestBackend } from '#test/open-test-backend.ts'
import { openTestData } from '#test/open-test-data.ts'
import { addRows } from '#test/rows.ts'
import { createEstimateService, type EstimatorSource } from './estimate-service.ts'
import type { RecentSale } from './recent-sales.ts'

const NOVEMBER_2025 = 2025 * 12 + 10

/** Estimates £1,000, plus £1,000 for each sale that it has seen. */
function fakeSource(): EstimatorSource {
  return {
    trainedToMonth: NOVEMBER_2025,
    create() {
      const seen: RecentSale[] = []
      return {
        estimate: () => {
          const midGbp = 1_000 + 1_000 * seen.length
          return {
            lowGbp: midGbp / 2,
            midGbp,
            highGbp: midGbp * 2,
            confidence: 'medium',
            restsOnOwnSale: false,
          }
        },
        readings: () => [],
        observe: (sale) => void seen.push(sale),
      }
    },
  }
}

function openService(load: () => Promise<EstimatorSource> = async () => fakeSource(), isOff = false) {
  const { backend, dataDir } = openTestBackend()
  const faults: string[] = []
  const service = createEstimateService({
    isOff,
    load,
    client: embeddedClient(backend),
    accuracy: { read: async () => ({ unavailable: true }) },
    dataVersion: () => String(backend.dataVersion()),
    log: { error: (message) => void faults.push(message) },
  })
  return { service, faults, database: openTestData(dataDir) }
}

const SALE = {
  plate_number: 'AB12 CDE',
  where_sold: 'DVLA Auction',
  sale_year: 2026,
  sale_month: 1,
  hammer_price: 900,
  price_basis: 'hammer',
  selection: 'complete',
}

const middleOf = async (service: ReturnType<typeof openService>['service']) => {
  const answer = await service.estimate('AB12 CDE')
  return 'midGbp' in answer ? answer.midGbp : answer
}

it('the estimate service gives no estimate if ESTIMATES is off, and never loads a model', async () => {
  const { service } = openService(() => Promise.reject(new Error('loaded')), true)
  expect(await service.estimate('AB12 CDE')).toEqual({ off: true })
})

it('the estimate service says that estimates are not available if the model cannot be read, and logs it once', async () => {
  const { service, faults } = openService(() => Promise.reject(new Error('cut short')))
  expect(await service.estimate('AB12 CDE')).toEqual({ unavailable: true })
  expect(await service.estimate('AB12 CDE')).toEqual({ unavailable: true })
  expect(await service.readings('AB12 CDE')).toEqual([])
  expect(faults).toEqual(['Estimates are not available'])
})

it('the estimate service loads the model once for many first requests', async () => {
  let loads = 0
  const { service } = openService(async () => {
    loads += 1
    return fakeSource()
  })
  await Promise.all([service.estimate('AB12 CDE'), service.estimate('S1 NGH'), service.readings('1 A')])
  expect(loads).toBe(1)
})

it('the estimate service learns at once from sales at DVLA auctions after its training, and changes its version', async () => {
  const { service, database, faults } = openService()
  expect(await middleOf(service)).toBe(1_000)
  const before = service.revision()
  await addRows(database, 'sales', [SALE, { ...SALE, plate_number: 'FG34 HJK' }])
  await expect.poll(() => middleOf(service)).toBe(3_000)
  expect(service.revision()).toBeGreaterThan(before)
  expect(faults).toEqual([])
})

it('the estimate service does not learn from sales in its training data, sales selected by price, or sales outside DVLA auctions', async () => {
  const { service, database } = openService()
  await middleOf(service)
  await addRows(database, 'sales', [
    { ...SALE, sale_year: 2025, sale_month: 11 },
    { ...SALE, selection: 'highest' },
    { ...SALE, selection: 'reported', sale_month: 2 },
    { ...SALE, where_sold: 'Bonhams' },
    { ...SALE, hammer_price: null },
    { ...SALE, sale_month: null },
    { ...SALE, plate_number: 'FG34 HJK' },
  ])
  await expect.poll(() => middleOf(service)).toBe(2_000)
})
