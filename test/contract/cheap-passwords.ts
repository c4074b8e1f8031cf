/**
 * Hashes passwords with 64 KiB instead of 19 MiB: people who join, again for each failing statement, would otherwise take a third of the
 * suite's time. The tests of the rules for passwords, and of whole sites, take the real cost.
 */
import crypto, { type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const CHEAP_KIB = 64

const cheap = (parameters: Argon2Parameters) => ({
  ...parameters,
  memory: Math.min(parameters.memory, CHEAP_KIB),
})

const { argon2, argon2Sync } = crypto

// Files share a worker, and this runs before each of them.
if (argon2.name !== 'cheapArgon2') {
  const cheapArgon2 = (...[algorithm, parameters, done]: Parameters<typeof argon2>) =>
    argon2(algorithm, cheap(parameters), done)
  const cheapArgon2Sync = (...[algorithm, parameters]: Parameters<typeof argon2Sync>) =>
    argon2Sync(algorithm, cheap(parameters))
  Object.assign(crypto, { argon2: cheapArgon2, argon2Sync: cheapArgon2Sync })
  syncBuiltinESMExports()
}
