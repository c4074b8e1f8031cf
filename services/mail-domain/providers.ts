/**
 * What well-known mail services require in DNS, by the host of SMTP_URL: only what their guides agree on (read in
 * November 2026).
 */
interface Provider {
  smtp: RegExp
  /** The domain that SPF includes. */
  include: string
  /** The DKIM selectors, if they are the same for all customers. */
  selectors: readonly string[]
}

const PROVIDERS: readonly Provider[] = [
  { smtp: /(?:^|\.)(?:gmail|google|googlemail)\.com$/, include: '_spf.google.com', selectors: ['google'] },
  {
    smtp: /(?:^|\.)(?:office365|outlook)\.com$/,
    include: 'spf.protection.outlook.com',
    selectors: ['selector1', 'selector2'],
  },
  {
    smtp: /(?:^|\.)(?:fastmail|messagingengine)\.com$/,
    include: 'spf.messagingengine.com',
    selectors: ['fm1', 'fm2', 'fm3'],
  },
  { smtp: /(?:^|\.)amazonaws\.com$/, include: 'amazonses.com', selectors: [] },
  { smtp: /(?:^|\.)mailgun\.org$/, include: 'mailgun.org', selectors: [] },
  { smtp: /(?:^|\.)sendgrid\.net$/, include: 'sendgrid.net', selectors: ['s1', 's2'] },
  { smtp: /(?:^|\.)postmarkapp\.com$/, include: 'spf.mtasv.net', selectors: [] },
]

export const providerOf = (smtpHost: string | null): Provider | undefined =>
  PROVIDERS.find(({ smtp }) => smtp.test(smtpHost ?? ''))
