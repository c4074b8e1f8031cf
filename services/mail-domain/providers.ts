/**
 * DNS records that well-known mail services require, by the host of SMTP_URL: only what their guides agree on (read in
 * November 2026). The service's own help page is authoritative, and the advice says so.
 */
interface Provider {
  name: string
  smtp: RegExp
  /** The domain that SPF includes. */
  include: string
  /** The DKIM selectors, if they are the same for all customers. */
  selectors: readonly string[]
}

const PROVIDERS: readonly Provider[] = [
  {
    name: 'Google Workspace',
    smtp: /(?:^|\.)(?:gmail|google|googlemail)\.com$/,
    include: '_spf.google.com',
    selectors: ['google'],
  },
  {
    name: 'Microsoft 365',
    smtp: /(?:^|\.)(?:office365|outlook)\.com$/,
    include: 'spf.protection.outlook.com',
    selectors: ['selector1', 'selector2'],
  },
  {
    name: 'Fastmail',
    smtp: /(?:^|\.)(?:fastmail|messagingengine)\.com$/,
    include: 'spf.messagingengine.com',
    selectors: ['fm1', 'fm2', 'fm3'],
  },
  { name: 'Amazon SES', smtp: /(?:^|\.)amazonaws\.com$/, include: 'amazonses.com', selectors: [] },
  { name: 'Mailgun', smtp: /(?:^|\.)mailgun\.org$/, include: 'mailgun.org', selectors: [] },
  { name: 'SendGrid', smtp: /(?:^|\.)sendgrid\.net$/, include: 'sendgrid.net', selectors: ['s1', 's2'] },
  { name: 'Postmark', smtp: /(?:^|\.)postmarkapp\.com$/, include: 'spf.mtasv.net', selectors: [] },
]

export type { Provider }

export const providerOf = (smtpHost: string | null): Provider | null =>
  PROVIDERS.find(({ smtp }) => smtp.test(smtpHost ?? '')) ?? null
