import { beforeEach, describe, expect, it } from 'vitest'
import { readCorrections } from '../../app/features/sales/data/corrections.ts'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
beforeEach(() => contract().fill())

const logged = {
  explorer: 'uk',
  plate_number: 'ONE 1',
  kind: 'edited',
  change: 'Hammer price £100 → £110',
  reason: 'The house published another figure.',
}

const entries = async () =>
  (await contract().service.from('corrections').select().order('at').order('id').throwOnError()).data ?? []

const saleOf = async (number: number, table = 'sales') =>
  (await contract().service.from(table).select().eq('id', id(number)).maybeSingle().throwOnError()).data

describe('the log of corrections', () => {
  it('is added to by the service key and read by everyone', async () => {
    const { anon, service } = contract()
    const { data } = await service.from('corrections').insert(logged).select().throwOnError()
    const [added] = data as { id: string; at: string }[]
    expect(added).toEqual({ id: added?.id, at: expect.stringMatching(/^20\d\d-/), ...logged })
    const read = await anon.from('corrections').select().eq('id', added?.id).throwOnError()
    expect(read.data).toEqual([added])
  })

  it('is never changed, and only added to by the service key', async () => {
    const { anonKey, service, write } = contract()
    const { data } = await service.from('corrections').insert(logged).select('id').throwOnError()
    const [added] = data as { id: string }[]
    const forbidden = expect.objectContaining({
      code: '42501',
      message: 'permission denied for table corrections',
    })
    for (const [method, path, body, Prefer] of [
      ['PATCH', `/corrections?id=eq.${added?.id}`, { reason: 'x' }, ''],
      ['DELETE', `/corrections?id=eq.${added?.id}`, undefined, ''],
      ['POST', '/corrections', { ...added, ...logged, reason: 'x' }, 'resolution=merge-duplicates'],
    ] as const) {
      const byDealer = await write(method, path, body, { Prefer })
      expect([byDealer.status, await byDealer.json()]).toEqual([403, forbidden])
      const byPublic = await write(method, path, body, { Prefer, Authorization: `Bearer ${anonKey}` })
      expect([byPublic.status, await byPublic.json()]).toEqual([401, forbidden])
    }
    const added2 = await write('POST', '/corrections', logged, { Authorization: `Bearer ${anonKey}` })
    expect([added2.status, await added2.json()]).toEqual([401, forbidden])
    // Like `move`: existing entries stay as they are.
    const again = await write(
      'POST',
      '/corrections',
      { ...added, ...logged, reason: 'x' },
      { Prefer: 'resolution=ignore-duplicates' },
    )
    expect(again.status).toBe(201)
    const kept = await service.from('corrections').select('reason').eq('id', added?.id).throwOnError()
    expect(kept.data).toEqual([{ reason: logged.reason }])
  })

  it.each([
    { explorer: 'france' },
    { plate_number: ' ' },
    { kind: 'added' },
    { change: '' },
    { change: 'x'.repeat(2001) },
    { reason: '' },
    { reason: 'x'.repeat(1001) },
  ])('an entry with %j is refused', async (wrong) => {
    const { error } = await contract()
      .service.from('corrections')
      .insert({ ...logged, ...wrong })
    expect(error?.code).toBe('23514')
  })
})

describe('correct_sale', () => {
  const moment = '2026-11-20T18:59:36.285+00:00'
  const edit = { ...logged, sale_id: id(1), seen_at: moment, changes: { hammer_price: 110, note: 'x' } }

  it('changes a sale and logs it', async () => {
    const before = await saleOf(1)
    const known = await entries()
    const { data, status } = await contract().service.rpc('correct_sale', edit)
    expect([status, data]).toEqual([200, [{ id: expect.any(String), at: expect.any(String), ...logged }]])
    const after = await saleOf(1)
    expect(after).toEqual({ ...before, hammer_price: 110, note: 'x', updated_at: after?.updated_at })
    expect(after?.updated_at).not.toBe(moment)
    expect(await entries()).toEqual([...known, ...(data as unknown[])])
  })

  it('removes a sale and logs it, in Jersey, too', async () => {
    for (const removal of [
      { ...edit, kind: 'removed', changes: null },
      { ...edit, explorer: 'jersey', plate_number: 'J 1', kind: 'removed' },
    ]) {
      const { data } = await contract().service.rpc('correct_sale', removal)
      expect(data).toMatchObject([{ explorer: removal.explorer, kind: 'removed' }])
      expect(await saleOf(1, removal.explorer === 'uk' ? 'sales' : 'jersey_sales')).toBeNull()
    }
  })

  it.each([
    ['that has changed since', { seen_at: '2026-11-20T18:59:36.286+00:00' }],
    ['of another registration', { plate_number: 'TWO 2' }],
    ['that is not there', { sale_id: id(99) }],
    ['without an id', { sale_id: null }],
  ])('of a sale %s does nothing', async (_, other) => {
    const known = await entries()
    for (const kind of ['edited', 'removed']) {
      const { data, status } = await contract().service.rpc('correct_sale', { ...edit, ...other, kind })
      expect([status, data]).toEqual([200, []])
    }
    expect(await saleOf(1)).toMatchObject({ hammer_price: 100, note: null })
    expect(await entries()).toEqual(known)
  })

  it.each([
    ['without a reason', { reason: '' }, '23514'],
    ['with a reason of null', { reason: null }, '23502'],
    ['of an unknown kind', { kind: 'improved' }, '23514'],
    ['of an unknown explorer', { explorer: 'france' }, '23514'],
    ['of nothing', { changes: {} }, '22023'],
    ['without changes', { changes: null }, '22023'],
    ['of an unknown column', { changes: { nope: 1 } }, '42703'],
    ['to a value of another type', { changes: { hammer_price: 'many' } }, '22P02'],
    ['to a value that a constraint refuses', { changes: { sale_month: 13 } }, '23514'],
    ['to no year', { changes: { sale_year: null } }, '23502'],
    [
      'to the values of another sale',
      {
        changes: {
          plate_number: 'TWO 2',
          sale_month: null,
          where_sold: null,
          hammer_price: null,
          total_price: 300,
        },
      },
      '23505',
    ],
    ['with an unknown argument', { nope: 1 }, 'PGRST202'],
  ])('%s changes nothing', async (_, other, code) => {
    const known = await entries()
    const before = await saleOf(1)
    const { error } = await contract().service.rpc('correct_sale', { ...edit, ...other })
    expect(error?.code).toBe(code)
    expect(await saleOf(1)).toEqual(before)
    expect(await entries()).toEqual(known)
  })

  it('needs all its arguments', async () => {
    const { reason: _, ...rest } = edit
    const { error, status } = await contract().service.rpc('correct_sale', rest)
    expect([status, error?.code]).toEqual([404, 'PGRST202'])
  })

  it('is closed to the public key', async () => {
    const { error, status } = await contract().anon.rpc('correct_sale', edit)
    expect([status, error?.code, error?.message]).toEqual([
      401,
      '42501',
      'permission denied for function correct_sale',
    ])
    expect(await saleOf(1)).toMatchObject({ hammer_price: 100 })
  })
})

describe('readCorrections', () => {
  it('returns the latest 500 first', async () => {
    const { anon, service } = contract()
    const rows = Array.from({ length: 501 }, (_, index) => ({
      ...logged,
      at: new Date(Date.UTC(2999, 0, 1) + index * 1000).toISOString(),
      // The log is shared with other files and only grows, so these are registrations of this file alone.
      plate_number: `LOG ${index}`,
    }))
    await service.from('corrections').insert(rows).throwOnError()
    const logError = (_: string, error: unknown) => {
      throw error
    }
    const read = await readCorrections({ client: anon, isReachable: async () => true, logError })
    expect(read).toHaveLength(500)
    expect(read[0]).toEqual({
      at: '2999-01-01T00:08:20.000Z',
      explorer: 'uk',
      registration: 'LOG 500',
      kind: 'edited',
      change: logged.change,
      reason: logged.reason,
    })
    expect(read.at(-1)?.registration).toBe('LOG 1')
  })
})
