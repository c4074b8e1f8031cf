/** `npm run db:reset`: replaces the embedded database with a new seeded one. Keys stay. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openBackend } from '#db/embedded.ts'
import { parseEnv } from '#env.ts'

const { DATA_DIR } = parseEnv(process.env)
for (const end of ['', '-wal', '-shm']) rmSync(join(DATA_DIR, `plateworthy.db${end}`), { force: true })
openBackend({ dataDir: DATA_DIR }).close()
process.stdout.write(`Created a new database with the demonstration stock in ${DATA_DIR}.\n`)
