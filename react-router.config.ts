import type { Config } from '@react-router/dev/config'

export default {
  // scripts/setup.mjs builds beside the build that is in use.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  // The whole route manifest is a few kilobytes: in the entry it saves a request on every hover.
  routeDiscovery: { mode: 'initial' },
  // Every origin, since server/security/csrf.ts has already refused those that are not ours.
  allowedActionOrigins: ['**'],
} satisfies Config
