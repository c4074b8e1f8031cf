/**
 * The embedded backend: opens the database and the keys, and answers the contract. `fetch` takes
 * requests in process and from the socket alike.
 */
import { openDatabase } from './database.ts'
import { databaseAway, functionUnknown, methodUnsupported, pathUnknown, Refusal } from './errors.ts'
import { Executor } from './execute.ts'
import { openKeys, readRole } from './keys.ts'
import { planRead } from './plan.ts'
import { parseRequest, parseToken } from './request.ts'
import { readResponse, refusalResponse, rootResponse } from './response.ts'
import { seedDatabase } from './seed.ts'

export interface EmbeddedBackend {
  /** Answers a request of the contract, in process or from a socket; the path begins with /rest/v1/. */
  fetch(request: Request): Promise<Response>
  readonly anonKey: string
  readonly serviceKey: string
  /** Throws when the database does not answer. */
  ping(): void
  /** Rises with every committed change of data, also another process's. */
  dataVersion(): number
  close(): void
}

export interface BackendOptions {
  dataDir: string
  /** Whether a new database gets the documented sales and the demonstration stock. */
  seed?: boolean
  /** Told once of every fault that is ours and not the caller's. */
  onFault?: (error: unknown) => void
}

/** @throws StartFault if the folder, the keys or the database cannot be used; nothing is damaged then. */
export function openBackend({
  dataDir,
  seed = true,
  onFault = console.error,
}: BackendOptions): EmbeddedBackend {
  const database = openDatabase(dataDir)
  try {
    const keys = openKeys(dataDir)
    if (seed) seedDatabase(database.writer)
    const executor = new Executor(database.reader)
    const version = database.reader.prepare('SELECT version FROM data_version')

    const answer = (request: Request): Response => {
      const role = readRole(parseToken(request.headers), keys.secret)
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodUnsupported(request.method)
      const parsed = parseRequest(request)
      const [table, ...rest] = parsed.path
      if (table === undefined) return rootResponse(parsed.method)
      if (table === 'rpc' && rest.length === 1) throw functionUnknown(rest[0] as string)
      if (table === '' || rest.length > 0) throw pathUnknown()
      const plan = planRead(parsed, table, role)
      return readResponse(plan, executor.read(plan), parsed.preferences)
    }

    return {
      anonKey: keys.anonKey,
      serviceKey: keys.serviceKey,
      async fetch(request) {
        try {
          return answer(request)
        } catch (error) {
          if (error instanceof Refusal) return refusalResponse(error, request.method)
          onFault(error)
          return refusalResponse(databaseAway(), request.method)
        }
      },
      ping() {
        version.get()
      },
      dataVersion: () => Number(version.get()?.version),
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}
