import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { DataFault } from '#data/data-fault.ts'
import { currentTransaction } from '#data/in-transaction.ts'
import { AlertRunner, weeklyDueOn } from '#services/alerts/alert-runner.ts'
import { createAlertService } from '#services/alerts/alert-service.ts'
import { listAlerts, removeExpiredAlerts } from '#services/alerts/alert-store.ts'
import { clientNetwork } from '#services/client-ip.ts'
import { listWaitingMails } from '#services/mail/mail-store.ts'
import { releaseReservations } from '#services/stock/reservations.ts'
import { setStatus } from '#services/stock/set-status.ts'
import { findPlate } from '../find-plate.ts'
import { fixedSettings } from '../fixed-settings.ts'
import { addRows, editRows, findRows } from '../rows.ts'
import { interfere } from './interfere.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const database = () => contract().database
const siteUrl = 'https://plates.test'

const faults: unknown[] = []
const log = {
  request() {},
  info() {},
  error: (message: string, error: unknown) => faults.push(message, error),
}
const from = () =>
  clientNetwork({
    forwardedFor: null,
    socketAddress: `10.0.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`,
    trustedProxies: 0,
  })

beforeEach(async () => {
  await contract().fill({})
  faults.length = 0
})

const service = (now = () => new Date()) =>
  createAlertService({ database: database(), siteUrl, settings: fixedSettings(), log, onQueued() {}, now })

/** A time of the week after next, for which every change has settled: Monday is 1. */
function inTwoWeeks(weekday: number, hour: number): Date {
  const now = new Date()
  const day = now.getUTCDate() + 14 - now.getUTCDay() + weekday
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), day, hour))
}

/** Changes are processed at once; the clock is that of the database unless a test sets it. */
const runner = (from = database(), now = () => new Date(Date.now() + 1000)) =>
  new AlertRunner({
    database: from,
    siteUrl,
    settings: fixedSettings(),
    log,
    onQueued() {},
    now,
    quietMs: 0,
  })
const runAt = (now: Date) => runner(database(), () => now).run()

async function request(
  criteria: string,
  email = 'ann@visitor.example',
  frequency: 'at-once' | 'weekly' = 'at-once',
) {
  return service().request({ email, criteria: new URLSearchParams(criteria), frequency }, from())
}

async function start(
  criteria: string,
  email = 'ann@visitor.example',
  frequency: 'at-once' | 'weekly' = 'at-once',
) {
  expect(await request(criteria, email, frequency)).toEqual({ status: 200 })
  const alert = (await listAlerts(database())).find((one) => one.email === email && !one.confirmedAt)
  if (!alert) throw new Error('There is no alert to start')
  await service().start(alert.token)
  return alert
}

const alertMails = async () =>
  (await listWaitingMails(database(), 1000)).filter(({ kind }) => kind === 'alert')

const addPlate = (plate_number: string, price: number, more = {}) =>
  addRows(database(), 'plates', { plate_number, price, is_available: true, ...more })
/** In a millisecond of its own, since SQLite notes no finer time, and nobody edits a plate twice in one. */
async function setPrice(plate_number: string, price: number) {
  await editRows(database(), 'plates', { plate_number }, { price })
  const at = Date.now()
  while (Date.now() === at) await setImmediate()
}
const addSale = (plate_number: string, sale_year: number, hammer_price: number) =>
  addRows(database(), 'sales', { plate_number, sale_year, hammer_price, selection: 'reported' })

describe('asking for an alert', () => {
  it('asking for an alert sends at most one confirmation an hour to an address, and stores only the pending alert', async () => {
    expect(await request('q=sam&to=5000')).toEqual({ status: 200 })
    expect(await request('q=sam&to=5000')).toEqual({ status: 200 })
    expect(await request('q=tom', 'Ann@Visitor.example')).toEqual({ status: 200 })
    const mails = await listWaitingMails(database(), 10)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ kind: 'confirmation', recipient: 'ann@visitor.example' })
    expect(mails[0]?.body).toContain(`${siteUrl}/alerts/manage?key=`)
    expect((await listAlerts(database())).map(({ confirmedAt }) => confirmedAt)).toEqual([null, null])
  })

  it('an address of which two alerts are asked for at the same moment gets one confirmation', async () => {
    await Promise.all(['q=sam', 'q=tom', 'q=jim'].map((criteria) => request(criteria)))
    expect(await listWaitingMails(database(), 10)).toHaveLength(1)
    expect(await listAlerts(database())).toHaveLength(3)
  })

  it('a mailbox that is spelled in several ways gets one confirmation, at the address as typed first', async () => {
    await request('q=sam', 'a.nn+cars@visitor.example')
    await request('q=tom', 'ann@visitor.example')
    await Promise.all(
      ['q=jim', 'q=tim'].map((criteria, index) => request(criteria, `ann+${index}@visitor.example`)),
    )
    const recipients = (await listWaitingMails(database(), 10)).map(({ recipient }) => recipient)
    expect(recipients).toEqual(['a.nn+cars@visitor.example'])
  })

  it('alerts that strangers ask for, and nobody confirms, are left out of the 50 of an address', async () => {
    const pending = Array.from({ length: 60 }, (_, index) => ({
      token: `${index}`.padStart(43, 'x'),
      email: 'ann@visitor.example',
      criteria: `q=a${index}`,
    }))
    await addRows(database(), 'alerts', pending)
    await request('q=sam')
    const asked = (await listAlerts(database())).find(({ criteria }) => criteria === 'q=sam')
    expect(await service().start(asked?.token ?? '')).toBe(true)
    const earlier = (await listAlerts(database())).find(({ criteria }) => criteria === 'q=a59')
    await service().start(earlier?.token ?? '')
    expect((await service().open(asked?.token ?? ''))?.others.map(({ alert }) => alert.id)).toEqual([
      earlier?.id,
    ])
    const now = new Date().toISOString()
    await editRows(
      database(),
      'alerts',
      { criteria: pending.map(({ criteria }) => criteria) },
      { confirmed_at: now },
    )
    await request('q=tom')
    expect((await listAlerts(database())).map(({ criteria }) => criteria)).not.toContain('q=tom')
  })

  it('an alert that was asked for before starts the 48 hours anew, with the frequency asked for last', async () => {
    await request('q=sam')
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
    const later = service(() => hours(47))
    await later.request(
      { email: 'ann@visitor.example', criteria: new URLSearchParams('q=sam'), frequency: 'weekly' },
      from(),
    )
    await removeExpiredAlerts(database(), hours(94))
    const [alert, ...others] = await listAlerts(database())
    expect([alert?.frequency, others]).toEqual(['weekly', []])
    expect(await service(() => hours(94)).start(alert?.token ?? '')).toBe(true)
    // A stranger changes nothing of an alert that is started.
    await request('q=sam', 'ann@visitor.example', 'at-once')
    expect((await listAlerts(database())).map(({ frequency }) => frequency)).toEqual(['weekly'])
  })

  it('an alert cannot be started after 48 hours, whether or not it is removed yet', async () => {
    await request('q=sam')
    const [alert] = await listAlerts(database())
    const later = service(() => new Date(Date.now() + 49 * 3_600_000))
    expect(await later.open(alert?.token ?? '')).toBeNull()
    expect(await later.start(alert?.token ?? '')).toBe(false)
    expect((await listAlerts(database()))[0]?.confirmedAt).toBeNull()
  })

  it.each([
    ['', 'ann@visitor.example', 'criteria'],
    ['page=2&sort=a-z', 'ann@visitor.example', 'criteria'],
    ['q=buy+cheap+watches+at+spam.example', 'ann@visitor.example', 'criteria'],
    ['q=sam', 'ann', 'email'],
    ['q=sam', `${'a'.repeat(300)}@visitor.example`, 'email'],
    ['q=sam', 'ann@visitor.example\r\nBcc: bob@visitor.example', 'email'],
  ])('an alert on “%s” for %s is refused', async (criteria, email, error) => {
    expect(await request(criteria, email)).toEqual({ status: 400, error })
    expect(await listAlerts(database())).toEqual([])
  })

  it('one client can ask for a limited number of alerts', async () => {
    const one = from()
    const asking = service()
    const statuses = []
    for (let count = 0; count < 10; count++) {
      const asked = { email: `v${count}@visitor.example`, criteria: new URLSearchParams('q=sam') }
      statuses.push((await asking.request({ ...asked, frequency: 'at-once' }, one)).status)
    }
    expect(statuses.slice(-2)).toEqual([429, 429])
  })

  it('alerts that are not confirmed within 48 hours, and those not opened for 24 months, are removed', async () => {
    await request('q=sam')
    await start('q=tom', 'bob@visitor.example')
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
    await removeExpiredAlerts(database(), hours(47))
    expect(await listAlerts(database())).toHaveLength(2)
    await removeExpiredAlerts(database(), hours(49))
    expect((await listAlerts(database())).map(({ email }) => email)).toEqual(['bob@visitor.example'])
    expect(await listWaitingMails(database(), 9)).toEqual([])
    await addPlate('TOM 7', 900)
    await runner().run()
    expect(await alertMails()).toHaveLength(1)
    await removeExpiredAlerts(database(), hours(24 * 735))
    expect(await listAlerts(database())).toEqual([])
    expect(await alertMails()).toEqual([])
  })
})

describe('the page of an alert', () => {
  it('the page of an alert starts it once, changes it, shows the others of the address, and stops it', async () => {
    const alert = await start('q=sam')
    const startedAt = (await service().open(alert.token))?.alert.confirmedAt
    expect(startedAt).not.toBeNull()
    expect(await service().start(alert.token)).toBe(true)
    expect((await service().open(alert.token))?.alert.confirmedAt).toBe(startedAt)
    await service().setFrequency(alert.token, 'weekly')
    const other = await start('registration=SAM+1')
    const page = await service().open(alert.token)
    expect(page?.alert.frequency).toBe('weekly')
    expect(page?.others.map(({ criteria }) => criteria)).toEqual([
      { kind: 'registration', registration: 'SAM 1' },
    ])
    expect(await listWaitingMails(database(), 9)).toHaveLength(1)
    expect(await service().stop(alert.token)).toBe(true)
    expect(await listWaitingMails(database(), 9)).toEqual([])
    expect(await service().stop(alert.token)).toBe(false)
    expect(await service().open(alert.token)).toBeNull()
    expect(await service().stopAll(other.token)).toBe(true)
    expect(await listAlerts(database())).toEqual([])
  })

  it('the page of an alert keeps all alerts of its address while one page of them is opened', async () => {
    const months = (count: number) => {
      const moment = new Date()
      moment.setUTCMonth(moment.getUTCMonth() + count)
      return moment
    }
    const alert = await start('q=sam')
    await start('registration=SAM+1')
    await start('q=tom', 'bob@visitor.example')
    await service(() => months(23)).open(alert.token)
    await removeExpiredAlerts(database(), months(25))
    expect((await listAlerts(database())).map(({ email }) => email)).toEqual([
      'ann@visitor.example',
      'ann@visitor.example',
    ])
  })

  it.each(['', 'forged', 'a'.repeat(43), '../../etc', `${'a'.repeat(42)}'`])(
    'no page of an alert has a key such as “%s”',
    async (key) => {
      expect(await service().open(key)).toBeNull()
      expect(await service().start(key)).toBe(false)
    },
  )
})

describe('an alert', () => {
  it('an alert reports new stock that matches its search, with the price and a link to stop', async () => {
    await addPlate('SAM 7', 900)
    const { token } = await start('q=sam&to=5000')
    await addPlate('SAM 4M', 4_500)
    await addPlate('54 MMY', 3_000)
    await addPlate('TOM 1', 3_000)
    await addPlate('SAM 1', 45_000)
    expect(await runner().run()).toBe(1)
    const [mail] = await alertMails()
    expect(mail).toMatchObject({
      recipient: 'ann@visitor.example',
      unsubscribeUrl: `${siteUrl}/alerts/unsubscribe?key=${token}`,
    })
    expect(mail?.body).toContain(`SAM 4M is for sale at £4,500\n${siteUrl}/plate/SAM%204M`)
    expect(mail?.body).toContain('54 MMY')
    for (const other of ['SAM 7', 'TOM 1', 'SAM 1 ']) expect(mail?.body).not.toContain(other)
    expect(await runner().run()).toBe(0)
  })

  it('an alert reports a price that was reduced in two edits once, and no price that returned to its former value', async () => {
    await addPlate('SAM 1', 5_000)
    await addPlate('SAM 2', 5_000)
    await addPlate('SAM 3', 5_000)
    await start('q=sam')
    await setPrice('SAM 1', 4_800)
    await setPrice('SAM 1', 4_500)
    await setPrice('SAM 2', 4_500)
    await setPrice('SAM 2', 5_000)
    await setPrice('SAM 3', 6_000)
    expect(await runner().run()).toBe(1)
    const [mail] = await alertMails()
    expect(mail?.subject).toBe('SAM 1 is now £4,500')
    expect(mail?.body).toContain('SAM 1 is now £4,500, reduced from £5,000')
  })

  it('an alert reports a newly recorded sale of this year or the last', async () => {
    await start('registration=sam1')
    await addSale('SAM 1', new Date().getUTCFullYear(), 12_000)
    await addSale('SAM 2', new Date().getUTCFullYear(), 12_000)
    expect(await runner().run()).toBe(1)
    expect((await alertMails())[0]?.body).toContain('SAM 1 has been sold for £12,000')
    await addSale('SAM 1', 1999, 9_000)
    expect(await runner().run()).toBe(0)
  })

  it('an alert reports a newly recorded sale in Jersey', async () => {
    await start('registration=j77')
    const sale = { plate_number: 'J 77', total_price: 9_000, selection: 'reported' }
    await addRows(database(), 'jersey_sales', [
      { ...sale, sale_year: new Date().getUTCFullYear() },
      { ...sale, sale_year: 1999 },
    ])
    expect(await runner().run()).toBe(1)
    expect((await alertMails())[0]?.body).toContain('J 77 has been sold for £9,000')
    expect(await runner().run()).toBe(0)
  })

  it('an alert does not report a plate that was sold or withdrawn in the meantime', async () => {
    await start('q=sam')
    await addPlate('SAM 1', 5_000)
    await editRows(database(), 'plates', { plate_number: 'SAM 1' }, { is_available: false })
    expect(await runner().run()).toBe(0)
    await editRows(database(), 'plates', { plate_number: 'SAM 1' }, { is_available: true })
    expect(await runner().run()).toBe(1)
  })

  it('an alert reports a draft that goes on sale, but not a plate that comes back after a reservation', async () => {
    const ann = { person: 'Ann', via: 'desk' } as const
    const target = async (registration: string, status: 'draft' | 'for_sale') =>
      setStatus(database(), [await findPlate(database(), registration)], { status }, ann)
    await addPlate('SAM 1', 5_000)
    await addPlate('SAM 2', 5_000, { is_available: false })
    await start('q=sam')
    await setStatus(
      database(),
      [await findPlate(database(), 'SAM 1')],
      { status: 'reserved', until: '2027-06-30', for: null },
      ann,
    )
    await releaseReservations(database(), new Date('2027-07-02T00:00:00Z'), new Map())
    // Taken off and put back by mistake before any alert was sent.
    await target('SAM 2', 'for_sale')
    await target('SAM 2', 'draft')
    await target('SAM 2', 'for_sale')
    expect(await runner().run()).toBe(1)
    expect((await alertMails())[0]?.body).toContain('SAM 2 is for sale')
    expect((await alertMails())[0]?.body).not.toContain('SAM 1')
    await target('SAM 2', 'draft')
    await target('SAM 2', 'for_sale')
    expect(await runner().run()).toBe(0)
  })

  it('an alert waits until the stock has been quiet for two minutes, ten at most', async () => {
    await start('q=sam')
    await addPlate('SAM 1', 5_000)
    const runAfter = (seconds: number) =>
      new AlertRunner({
        database: database(),
        siteUrl,
        settings: fixedSettings(),
        log,
        onQueued() {},
        now: () => new Date(Date.now() + seconds * 1000),
      }).run()
    expect(await runAfter(60)).toBe(0)
    expect(await runAfter(130)).toBe(1)
  })

  it('an alert is collected once a week, on Monday morning', async () => {
    await start('q=sam', 'weekly@visitor.example', 'weekly')
    await addPlate('SAM 1', 5_000)
    await runAt(inTwoWeeks(0, 12))
    expect(await alertMails()).toEqual([])
    await addPlate('SAM 2', 5_000)
    await runAt(inTwoWeeks(0, 13))
    await editRows(
      database(),
      'site_state',
      { name: 'alerts' },
      { value: await stateWith({ weeklyDay: null }) },
    )
    await runAt(inTwoWeeks(1, 9))
    const mails = await alertMails()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('2 plates for your alert: “SAM”')
    await runAt(inTwoWeeks(1, 11))
    expect(await alertMails()).toHaveLength(1)
  })

  it('an alert that changes from weekly to at once sends what the week has brought so far', async () => {
    const { token } = await start('q=sam', 'weekly@visitor.example', 'weekly')
    await addPlate('SAM 1', 5_000)
    await runAt(inTwoWeeks(0, 12))
    expect(await alertMails()).toEqual([])
    await service().setFrequency(token, 'at-once')
    await service().setFrequency(token, 'at-once')
    expect((await alertMails()).map(({ subject }) => subject)).toEqual(['SAM 1 is for sale at £5,000'])
    await service().setFrequency(token, 'weekly')
    await runAt(inTwoWeeks(1, 9))
    expect(await alertMails()).toHaveLength(1)
  })

  it('an alert is sent once, whichever of several servers runs', async () => {
    for (const name of ['ann', 'bob', 'cid']) await start('q=sam', `${name}@visitor.example`)
    const runAll = () => Promise.all([runner().run(), runner().run(), runner().run()])
    for (const registration of ['SAM 1', 'SAM 2']) {
      await addPlate(registration, 5_000)
      await runAll()
      await runAll()
    }
    const texts = (await alertMails()).map(({ recipient, body }) =>
      [recipient, /SAM \d/.exec(body)?.[0]].join(' '),
    )
    expect(texts.sort()).toEqual(
      ['ann', 'bob', 'cid'].flatMap((name) => [
        `${name}@visitor.example SAM 1`,
        `${name}@visitor.example SAM 2`,
      ]),
    )
  })

  it('an alert that is stopped while mails are being queued gets none, and leaves no copy of its address', async () => {
    const { token } = await start('q=sam')
    await start('q=sam', 'bob@visitor.example')
    await addPlate('SAM 1', 5_000)
    const settings = { ...fixedSettings(), follow: async () => void (await service().stop(token)) }
    const now = () => new Date(Date.now() + 1000)
    await new AlertRunner({
      database: database(),
      siteUrl,
      settings,
      log,
      onQueued() {},
      now,
      quietMs: 0,
    }).run()
    expect((await alertMails()).map(({ recipient }) => recipient)).toEqual(['bob@visitor.example'])
  })

  it('an alert is told with the next run after one that failed, though nothing else has changed', async () => {
    await start('q=sam')
    await addPlate('SAM 1', 5_000)
    let isAway = true
    const database = contract().openData({
      wrap: interfere((step) => {
        if (isAway && step === 'COMMIT' && currentTransaction() === 'queue alerts')
          throw new DataFault('lost', new Error('away'))
      }),
    })
    await expect(runner(database).run()).rejects.toThrow('away')
    expect(await alertMails()).toEqual([])
    isAway = false
    expect(await runner(database).run()).toBe(1)
    expect(await runner(database).run()).toBe(0)
  })

  it('no changes of the stock are recorded while there are no alerts', async () => {
    await request('q=sam')
    await addPlate('SAM 1', 5_000)
    await setPrice('SAM 1', 4_000)
    expect(await findRows(database(), 'stock_changes', ['id'])).toEqual([])
  })
})

async function stateWith(changes: object): Promise<string> {
  const [row] = await findRows(database(), 'site_state', ['value'], { name: 'alerts' })
  return JSON.stringify({ ...JSON.parse(String(row?.value)), ...changes })
}

it.each([
  ['2026-11-23T07:59:00Z', null],
  ['2026-11-23T08:00:00Z', '2026-11-23'],
  ['2026-06-22T07:00:00Z', '2026-06-22'],
  ['2026-11-24T09:00:00Z', null],
])('weekly emails are due on Mondays from 8am in London: %s', (moment, day) => {
  expect(weeklyDueOn(new Date(moment))).toBe(day)
})
