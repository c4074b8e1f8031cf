import { hostname } from 'node:os'
import { z } from 'zod'

/** The message tells the operator what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

const hasNoCredentials = (url: string) => !/^https?:\/\/[^/]*@/.test(url)
const NO_CREDENTIALS = 'must not contain a user name or password: every visitor can read it'

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://www.example.co.uk' })
  .refine(hasNoCredentials, NO_CREDENTIALS)
  .transform((value) => value.replace(/\/+$/, ''))

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`)

/** The address of a PostgreSQL database. */
export const databaseUrl = z
  .string()
  .regex(
    /^postgres(?:ql)?:\/\/\S+$/,
    'must be an address such as postgres://user:secret@db.example.co.uk/plateworthy',
  )

const schema = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./var'),
    SITE_URL: origin.optional(),
    BACKEND_URL: z
      .undefined(
        'is no longer read: remove it, and set DATABASE_URL, PUBLIC_DATABASE_URL and PUBLIC_KEY_SECRET in its place (docs/operations/hosted.md, "From a PostgREST")',
      )
      .optional(),
    DATABASE_URL: databaseUrl.optional(),
    PUBLIC_DATABASE_URL: databaseUrl.optional(),
    PUBLIC_KEY_SECRET: z
      .string()
      .transform((text) => text.split(','))
      .refine(
        (secrets) => secrets.every((secret) => /^[\x21-\x7e]{32,}$/.test(secret)),
        'must be at least 32 characters without spaces, such as `office keys make` writes, or two of these with a comma',
      )
      .optional(),
    HOSTED_PAGE_SECONDS: wholeNumber(1, 3600).default(60),
    SMTP_URL: z
      .url({
        protocol: /^smtps?$/,
        error: 'must be an address such as smtp://user:secret@mail.example.co.uk:587',
      })
      .optional(),
    ENQUIRIES_TO: z.email('must be an e-mail address').optional(),
    ENQUIRIES_FROM: z.email('must be an e-mail address').optional(),
    ENQUIRY_RETENTION_MONTHS: wholeNumber(1, 120).default(24),
    ENQUIRIES_PER_MINUTE: wholeNumber(1, 1_000_000).default(60),
    MAIL_RETRY_SECONDS: wholeNumber(1, 3600).default(30),
    TRUST_PROXY: wholeNumber(0, 10).default(0),
    ACKNOWLEDGEMENTS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    ESTIMATES: z.enum(['on', 'off'], 'must be on or off').default('on'),
    SERVER_NAME: z.string().min(1).default(hostname),
    BACKUP_DIR: z.string().min(1).optional(),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters, without spaces')
      .optional(),
  })
  .superRefine((values, context) => {
    for (const name of ['PUBLIC_DATABASE_URL', 'PUBLIC_KEY_SECRET'] as const) {
      if (values.DATABASE_URL && !values[name])
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'must be set when DATABASE_URL is set: browsers read with it',
        })
      if (values[name] && !values.DATABASE_URL)
        context.addIssue({
          code: 'custom',
          path: ['DATABASE_URL'],
          message: `must be set when ${name} is set`,
        })
    }
  })

export type Env = Omit<z.output<typeof schema>, 'SITE_URL' | 'BACKEND_URL'> & {
  /** Without a trailing slash. */
  SITE_URL: string
}

export const secretsOf = ({
  DATABASE_URL = '',
  PUBLIC_DATABASE_URL = '',
  PUBLIC_KEY_SECRET = [],
  METRICS_TOKEN = '',
  SMTP_URL = '',
}: Env): string[] =>
  [
    METRICS_TOKEN,
    ...PUBLIC_KEY_SECRET,
    ...[PUBLIC_DATABASE_URL, DATABASE_URL].flatMap((url) => passwordsOf(url.replace('@/', '@localhost/'))),
    ...passwordsOf(SMTP_URL),
  ].filter(Boolean)

/** The password of a URL, decoded and as written: an error message may repeat either. */
export function passwordsOf(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { password } = new URL(url)
  if (password === '') return []
  try {
    return [decodeURIComponent(password), password]
  } catch {
    return [password]
  }
}

/** An empty value counts as unset. @throws StartError that lists every problem */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new StartError(`Invalid configuration (see .env.example):\n${problems.join('\n')}`)
  }
  const values = result.data
  return { ...values, SITE_URL: values.SITE_URL ?? `http://${values.HOST}:${values.PORT}` }
}
