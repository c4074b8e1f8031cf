/** The office's way to the data: the contract with the service key, in process or at the hosted backend. */
import { type BackendClient, createBackendClient } from '../app/data/client.ts'
import { openBackend } from '../backend/server.ts'
import { type Env, parseEnv, serverRestRoot } from '../env.ts'
import { OfficeFault } from './faults.ts'

export interface OfficeBackend {
  client: BackendClient
  env: Env
  isEmbedded: boolean
  /** For sentences: where the data is. */
  where: string
  close(): void
}

/** @throws StartFault, OfficeFault */
export function openOfficeBackend(environment: Record<string, string | undefined>): OfficeBackend {
  const env = parseEnv(environment)
  if (env.BACKEND_URL) {
    if (!env.BACKEND_SERVICE_KEY)
      throw new OfficeFault(
        'The office writes with the service key: set BACKEND_SERVICE_KEY beside BACKEND_URL (see .env.example).',
      )
    const client = createBackendClient({ url: serverRestRoot(env), key: env.BACKEND_SERVICE_KEY })
    return { client, env, isEmbedded: false, where: env.BACKEND_URL, close() {} }
  }
  const backend = openBackend({ dataDir: env.DATA_DIR })
  return {
    client: createBackendClient(
      { url: 'http://embedded.invalid/rest/v1', key: backend.serviceKey },
      (input, init) => backend.fetch(new Request(input, init)),
    ),
    env,
    isEmbedded: true,
    where: `the database in ${env.DATA_DIR}`,
    close: () => backend.close(),
  }
}
