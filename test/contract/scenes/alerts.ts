/** What visitors do with their alerts, and the runs that tell them. */
import type { Database } from '#data/tables.ts'
import { AlertRunner } from '#services/alerts/alert-runner.ts'
import { createAlertService } from '#services/alerts/alert-service.ts'
import {
  type Frequency,
  listAlerts,
  removeExpiredAlerts,
  stopAlertsOf,
} from '#services/alerts/alert-store.ts'
import { clientNetwork } from '#services/client-ip.ts'
import { fixedSettings } from '../../fixed-settings.ts'
import { DAY, later, SITE_URL } from '../../people/sign-in-setup.ts'
import type { Contract } from '../open-contract.ts'
import type { Scenes } from './scene.ts'

const ADDRESS = 'ann@visitor.example'
const FROM = clientNetwork({ forwardedFor: null, socketAddress: '192.0.2.1', trustedProxies: 0 })
const common = { siteUrl: SITE_URL, settings: fixedSettings(), onQueued() {} }

/** Answers with the fault of the database. */
const failing = {
  request() {},
  info() {},
  error(_: string, fault: unknown) {
    throw fault
  },
}

const serviceOf = (database: Database) => createAlertService({ ...common, database, log: failing })

const ask = (database: Database, frequency: Frequency = 'at-once') =>
  serviceOf(database).request({ email: ADDRESS, criteria: new URLSearchParams('q=sam'), frequency }, FROM)

async function asked(quiet: Database, frequency?: Frequency): Promise<string> {
  await ask(quiet, frequency)
  const [alert] = await listAlerts(quiet)
  return alert?.token ?? ''
}

async function started(quiet: Database, frequency?: Frequency): Promise<string> {
  const token = await asked(quiet, frequency)
  await serviceOf(quiet).start(token)
  return token
}

/** With the note of it, for which the owner of the tables has no trigger on PostgreSQL. */
async function addPlate(sql: Contract['sql']): Promise<void> {
  await sql("INSERT INTO plates (plate_number, price, is_available) VALUES ('SAM 1', 5000, true)")
  await sql("INSERT INTO stock_changes (kind, plate_number) VALUES ('new', 'SAM 1')")
}

const run = (database: Database, now: Date) =>
  new AlertRunner({ ...common, database, log: failing, now: () => now, quietMs: 0 }).run()

/** After the changes of now. */
const SOON = () => new Date(Date.now() + 1_000)

export const ALERT_SCENES = {
  'ask for an alert': [
    async () => (database) => ask(database),
    async (quiet) => {
      await asked(quiet)
      return (database) => ask(database, 'weekly')
    },
  ],
  'change the frequency of an alert': [
    async (quiet, sql) => {
      const token = await started(quiet, 'weekly')
      await addPlate(sql)
      await run(quiet, SOON())
      return (database) => serviceOf(database).setFrequency(token, 'at-once')
    },
  ],
  'claim changes of the stock': [
    async (quiet, sql) => {
      await started(quiet)
      await addPlate(sql)
      return (database) => run(database, SOON())
    },
  ],
  'note that alerts are read': [
    async (quiet) => {
      const token = await started(quiet)
      return (database) => serviceOf(database).open(token)
    },
  ],
  'queue alerts': [
    async (quiet, sql) => {
      await started(quiet)
      await addPlate(sql)
      return (database) => run(database, SOON())
    },
  ],
  'remove expired alerts': [
    async (quiet) => {
      await started(quiet)
      return (database) => removeExpiredAlerts(database, later(3 * 365 * DAY))
    },
  ],
  'start an alert': [
    async (quiet) => {
      const token = await asked(quiet)
      return (database) => serviceOf(database).start(token)
    },
  ],
  'stop an alert': [
    async (quiet) => {
      const token = await started(quiet)
      return (database) => serviceOf(database).stop(token)
    },
  ],
  'stop the alerts of an address': [
    async (quiet) => {
      await started(quiet)
      return (database) => stopAlertsOf(database, ADDRESS)
    },
  ],
} satisfies Scenes
