/**
 * The environment, parsed once at start. Every fault is listed together, so that a dealer mends
 * them in one go. Only what is started or connected reads this (server.ts, backend, office).
 */
import { z } from 'zod'

/** A reason not to start: one sentence that says what to do. The process ends with exit code 1. */
export class StartFault extends Error {
  override name = 'StartFault'
}

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://www.example.co.uk' })
  .transform((value) => value.replace(/\/+$/, ''))

/** As an origin; a stroke at its end is kept, where it says that the contract is answered at the host's own root. */
const backend = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://project.supabase.co' })
  .transform((value) =>
    /^https?:\/\/[^/]+\/+$/.test(value) ? value.replace(/\/+$/, '/') : value.replace(/\/+$/, ''),
  )

/**
 * Where a hosted backend answers the REST contract.
 *
 *   https://project.supabase.co     at /rest/v1, as every Supabase project
 *   https://db.example.co.uk/api    at that path
 *   http://127.0.0.1:3001/          at the root of that host: a PostgREST by itself
 */
export function restRoot(backendUrl: string): string {
  const [, host = '', path] = /^https?:\/\/([^/]+)(\/.*)?$/.exec(backendUrl) ?? []
  const isProject = path === undefined || (path === '/' && /\.supabase\.(?:co|in|net)$/.test(host))
  return isProject ? `${backendUrl.replace(/\/$/, '')}/rest/v1` : backendUrl.replace(/\/$/, '')
}

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`)

const schema = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./var'),
    SITE_URL: origin.optional(),
    BACKEND_URL: backend.optional(),
    BACKEND_ANON_KEY: z.string().min(1).optional(),
    BACKEND_SERVICE_KEY: z.string().min(1).optional(),
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
  })
  .superRefine((values, context) => {
    if (values.BACKEND_URL && !values.BACKEND_ANON_KEY)
      context.addIssue({
        code: 'custom',
        path: ['BACKEND_ANON_KEY'],
        message: 'is needed beside BACKEND_URL',
      })
  })

export type Env = Omit<z.output<typeof schema>, 'SITE_URL'> & {
  /** The canonical origin, without a slash at its end. */
  SITE_URL: string
}

/**
 * Parses environment variables; an empty value counts as unset.
 * @throws StartFault that lists every fault, one a line.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new StartFault(`The environment needs mending (see .env.example):\n${faults.join('\n')}`)
  }
  const values = result.data
  return { ...values, SITE_URL: values.SITE_URL ?? `http://${values.HOST}:${values.PORT}` }
}
