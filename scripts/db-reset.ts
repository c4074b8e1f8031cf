/** `npm run db:reset`: throws the embedded database away and seeds a new one. Keys stay as they are. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openBackend } from '../db/embedded.ts'
import { parseEnv } from '../env.ts'

const { DATA_DIR } = parseEnv(process.env)
for (const end of ['', '-wal', '-shm']) rmSync(join(DATA_DIR, `plateworthy.db${end}`), { force: true })
openBackend({ dataDir: DATA_DIR }).close()
process.stdout.write(`A new database with the demonstration stock stands in ${DATA_DIR}.\n`)
