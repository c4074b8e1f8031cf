import { expect, test } from 'vitest'
import { createMailCheck } from '#cli/commands/mail-check.ts'
import type { Context } from '#cli/define-command.ts'
import { UsageError } from '#cli/errors.ts'
import { parseEnv } from '#env.ts'
import { defaultsOf } from '#services/settings/settings.ts'
import { readSiteSettings } from '#services/settings/settings-store.ts'
import { fakeDns, type Zone } from '../fake-dns.ts'
import { withData } from '../with-data.ts'
import { openTestCli } from './open-cli.ts'

/** Runs the command with these records in DNS. */
async function check(zone: Zone, selector: string[] = []) {
  const lines: string[] = []
  const env = {
    ...parseEnv({}),
    ENQUIRIES_FROM: 'website@plates.uk',
    SMTP_URL: 'smtps://mail.plates.uk:465',
    ENQUIRY_RETENTION_MONTHS: 24,
  }
  const cli = openTestCli({}, { seed: false })
  // Opens the database, which brings it to this version.
  cli.database
  const code = await withData(cli.environment.DATA_DIR ?? '', (database) =>
    createMailCheck(() => fakeDns(zone)).run({
      values: { selector },
      terminal: { out: (line: string) => lines.push(line) },
      backend: () => ({ env, readSettings: () => readSiteSettings(database, defaultsOf(env)) }),
    } as unknown as Context),
  )
  return { code, text: lines.join('\n') }
}

test('the command shows the DNS records, and what to enter', async () => {
  const mx = { 'plates.uk': [{ host: 'mail.plates.uk', priority: 10 }] }
  const { code, text } = await check({ mx, txt: { 'plates.uk': ['v=spf1 mx \u001b[31m+all'] } })
  expect(code).toBe(1)
  expect(text).toContain('This is what DNS says about plates.uk:')
  expect(text).toContain('MX: ok\n  Asked: MX records of plates.uk\n  Found: 10 mail.plates.uk')
  expect(text).toContain('DMARC: PROBLEM')
  expect(text).toContain('TXT record of _dmarc.plates.uk:\n    v=DMARC1; p=none; rua=mailto:')
  expect(text).not.toContain('\u001b')
})

test('without DNS the command says so, and reports no fault of the email domain', async () => {
  const { code, text } = await check({ silent: ['*'] })
  expect(code).toBe(0)
  expect(text).toContain('This server could not reach DNS')
})

test('an invalid selector is refused', async () => {
  await expect(check({}, ['no selector!'])).rejects.toThrow(UsageError)
})

test('the sample address is reported as such without a query', async () => {
  const { code, all } = await openTestCli().run('mail', 'check')
  expect([code, all]).toEqual([1, expect.stringContaining('plateworthy.example is a sample name')])
})
