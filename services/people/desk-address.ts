import type { Env } from '#env.ts'

const OWN_MACHINE = ['127.0.0.1', '0.0.0.0', '::', '::1']

/** SITE_URL; without one localhost, because browsers create no passkeys for IP addresses. */
export function deskAddress(
  { SITE_URL, HOST, PORT }: Pick<Env, 'SITE_URL' | 'HOST' | 'PORT'>,
  port = PORT,
): string {
  const isUnset = SITE_URL === `http://${HOST}:${PORT}`
  return isUnset && OWN_MACHINE.includes(HOST) ? `http://localhost:${port}` : SITE_URL
}
