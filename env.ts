/**
 * The environment, parsed once at start. Every fault is listed together, so that a dealer mends
 * them in one go. Only what is started or connected reads this (server.ts, backend, office).
 */
import { z } from 'zod'

/** A reason not to start: one sentence that says what to do. The process ends with exit code 1. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Both addresses are told to everybody. */
const holdsNoPassword = (address: string) => !/^https?:\/\/[^/]*@/.test(address)
const WITHOUT_PASSWORD = 'must be without a user and a password: every visitor can read it'

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://www.example.co.uk' })
  .refine(holdsNoPassword, WITHOUT_PASSWORD)
  .transform((value) => value.replace(/\/+$/, ''))

/** Without strokes at its end; one is kept where it says that the contract is answered at the host's own root. */
export const tidyBackendUrl = (url: string) =>
  /^https?:\/\/[^/]+\/+$/.test(url) ? url.replace(/\/+$/, '/') : url.replace(/\/+$/, '')

const backend = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://project.supabase.co' })
  .refine(holdsNoPassword, WITHOUT_PASSWORD)
  .transform(tidyBackendUrl)

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

/** It goes into a header: what cannot stand there would be told, with the key, in the fault. */
const key = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be one word of plain letters, digits and signs: copy it once more')

/** What a key says of itself; null for keys that are no tokens. */
export function roleOf(key: string): string | null {
  try {
    const { role } = JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString())
    return typeof role === 'string' ? role : null
  } catch {
    return null
  }
}

/** Where the site's own servers ask a hosted backend: nearer than browsers do, if there is such a way. */
export function serverRestRoot({ BACKEND_PRIVATE_URL, BACKEND_URL = '' }: Env): string {
  return restRoot(BACKEND_PRIVATE_URL ?? BACKEND_URL)
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
    BACKEND_PRIVATE_URL: backend.optional(),
    BACKEND_ANON_KEY: key.optional(),
    BACKEND_SERVICE_KEY: key.optional(),
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
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 letters, digits and signs or more, without spaces')
      .optional(),
  })
  .superRefine((values, context) => {
    const { BACKEND_URL, BACKEND_ANON_KEY, BACKEND_PRIVATE_URL } = values
    if (BACKEND_URL && !BACKEND_ANON_KEY)
      context.addIssue({
        code: 'custom',
        path: ['BACKEND_ANON_KEY'],
        message: 'is needed beside BACKEND_URL',
      })
    const anonKey = BACKEND_ANON_KEY ?? ''
    if (
      roleOf(anonKey) === 'service_role' ||
      anonKey.startsWith('sb_secret_') ||
      (anonKey && anonKey === values.BACKEND_SERVICE_KEY)
    )
      context.addIssue({
        code: 'custom',
        path: ['BACKEND_ANON_KEY'],
        message: 'is the service key, and every visitor could read it: put the public key there',
      })
    if (BACKEND_PRIVATE_URL && !BACKEND_URL)
      context.addIssue({
        code: 'custom',
        path: ['BACKEND_URL'],
        message: 'is needed beside BACKEND_PRIVATE_URL: browsers ask the contract there',
      })
  })

export type Env = Omit<z.output<typeof schema>, 'SITE_URL'> & {
  /** The canonical origin, without a slash at its end. */
  SITE_URL: string
}

/** What of the environment nobody may be shown. */
export const secretsOf = ({ BACKEND_SERVICE_KEY = '', METRICS_TOKEN = '', SMTP_URL = '' }: Env): string[] =>
  [BACKEND_SERVICE_KEY, METRICS_TOKEN, ...passwordsOf(SMTP_URL)].filter(Boolean)

/** The password of an address, in every spelling in which a fault might repeat it. */
export function passwordsOf(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { password } = new URL(address)
  if (password === '') return []
  const spellings = [password]
  try {
    spellings.unshift(decodeURIComponent(password))
  } catch {} // then it is sent as it is written
  return spellings
}

/**
 * Parses environment variables; an empty value counts as unset.
 * @throws StartError that lists every fault, one a line.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new StartError(`The environment needs mending (see .env.example):\n${faults.join('\n')}`)
  }
  const values = result.data
  return { ...values, SITE_URL: values.SITE_URL ?? `http://${values.HOST}:${values.PORT}` }
}
