import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,backend,content,db,office,server,scripts,test}/**/*.test.ts', '*.test.ts'],
    exclude: ['test/journeys/**'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
  },
})
