import type { Config } from '@react-router/dev/config'

export default {
  basename: '/desk',
  buildDirectory: `../${process.env.BUILD_DIRECTORY ?? 'build'}/desk`,
  routeDiscovery: { mode: 'initial' },
  // Every origin: server/security/csrf.ts has already rejected cross-site posts.
  allowedActionOrigins: ['**'],
} satisfies Config
