/** By the code of Node or PostgreSQL (appendix A of its manual), or where there is none, by the message of `pg`. */
const CAUSES: readonly [pattern: RegExp, cause: string][] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'no machine of that name is found'],
  [/^ECONNREFUSED$/, 'nothing listens at that address and port'],
  [/^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$|timeout/, 'nothing answers there, as behind a firewall'],
  [
    /CERT|SIGNATURE/,
    'its certificate is not accepted: the address must be the one that it names, and sslrootcert the file of its authority',
  ],
  [/does not support SSL/, 'it speaks no TLS, which sslmode asks for'],
  [/^28P01$|client password/, 'the password is wrong or missing'],
  [/^28000$/, 'it does not let this user in from here'],
  [/^3D000$/, 'it has no database of that name'],
  [/^53300$/, 'all of its connections are in use'],
]

/** Why a connection cannot be made: 'the password is wrong'. Null for other errors. */
export const connectionCause = ({ code, message }: { code: string; message: string }): string | null =>
  CAUSES.find(([pattern]) => pattern.test(code || message))?.[1] ?? null
