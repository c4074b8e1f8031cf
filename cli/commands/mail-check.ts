import { addressesOf } from '#services/mail/addresses.ts'
import { smtpHostOf } from '#services/mail/smtp-host.ts'
import { checkMailDomain } from '#services/mail-domain/check-mail-domain.ts'
import { type MailDns, openMailDns } from '#services/mail-domain/dns.ts'
import type { Finding, Level } from '#services/mail-domain/finding.ts'
import { readSelectors } from '#services/mail-domain/selectors.ts'
import { command } from '../define-command.ts'
import { UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'

const MARKS: Record<Level, string> = { good: 'ok', problem: 'PROBLEM', unknown: 'unknown' }

export const mailCheck = createMailCheck(openMailDns)

/** @param openDns opens a resolver for each run */
export function createMailCheck(openDns: () => MailDns) {
  return command({
    name: 'check',
    summary: 'check that DNS has MX, SPF, DKIM and DMARC records for your e-mails',
    details: [
      'Looks up the domain of ENQUIRIES_FROM, and says what to add where something is missing. DKIM is looked up by its',
      'selector, which your mail provider shows you: docs/operations/mail.md.',
    ],
    examples: ['mail check', 'mail check --selector google'],
    options: {
      selector: {
        type: 'string',
        multiple: true,
        value: 'name',
        help: 'the name of your DKIM key; repeatable',
      },
    },
    async run({ values, terminal, backend }) {
      const { env, readSettings } = backend()
      const settings = await readSettings()
      const read = readSelectors((values.selector ?? []).join(' '))
      if (!read.ok) throw new UsageError(read.message)
      const { from, to } = addressesOf(settings)
      const selectors = read.selectors.length > 0 ? read.selectors : settings.privateSettings.dkimSelectors
      const setup = { from, to: to[0] ?? from, smtpHost: smtpHostOf(env), selectors }
      const { domain, findings } = await checkMailDomain(setup, openDns())
      terminal.out(`E-mails come from ${from}. This is what DNS says about ${domain}:`)
      for (const finding of findings) for (const line of describeFinding(finding)) terminal.out(line)
      return findings.some(({ level }) => level === 'problem') ? 1 : 0
    },
  })
}

function describeFinding({ topic, level, asked, found, means, todo, paste }: Finding): string[] {
  return [
    '',
    `${topic}: ${MARKS[level]}`,
    ...(asked ? [`  Asked: ${escapeTerminal(asked, 400)}`] : []),
    ...found.map((record) => `  Found: ${escapeTerminal(record, 500)}`),
    `  ${escapeTerminal(means, 1_000)}`,
    ...(todo ? [`  To do: ${todo}`] : []),
    ...(paste
      ? [`  ${paste.type} record of ${paste.name}:`, `    ${escapeTerminal(paste.value, 1_200)}`]
      : []),
  ]
}
