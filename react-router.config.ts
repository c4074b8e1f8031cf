import type { Config } from '@react-router/dev/config'

export default {
  // scripts/setup.mjs builds into another folder, then replaces the build in use.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  // The whole route manifest is a few kilobytes; loading it at once saves a request on every hover.
  routeDiscovery: { mode: 'initial' },
  // A client loader of its own file would be one more request of every navigation, for some hundred bytes.
  splitRouteModules: false,
  // Every origin: server/security/csrf.ts has already rejected cross-site posts.
  allowedActionOrigins: ['**'],
} satisfies Config
