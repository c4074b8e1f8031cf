/**
 * The embedded backend: opens the database and the keys, and answers the contract. `fetch` takes
 * requests in process and from the socket alike.
 */
import { openDatabase } from './database.ts'
import { databaseAway, functionUnknown, methodUnsupported, pathUnknown, Refusal } from './errors.ts'
import { Executor } from './execute.ts'
import { openKeys, readRole } from './keys.ts'
import { planRead } from './plan.ts'
import { checkWritable, planWrite } from './plan-write.ts'
import { type BackendRequest, type Call, callOf, parseRequest, parseToken } from './request.ts'
import { type Answer, readAnswer, refusalAnswer, rootAnswer, writeAnswer } from './response.ts'
import type { Role } from './schema.ts'
import { seedDatabase } from './seed.ts'
import { Writer } from './write.ts'

export interface EmbeddedBackend {
  /** Answers a request of the contract, in process or from a socket; the path begins with /rest/v1/. */
  fetch(request: Request): Promise<Response>
  /** The same without `Request` and `Response`. A read is answered at once, a write by a promise. Never throws. */
  answer(call: Call): Answer | Promise<Answer>
  readonly anonKey: string
  readonly serviceKey: string
  /** What the keys are signed with. */
  readonly secret: string
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

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

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

    const writer = new Writer(database.writer)

    const answer = (call: Call): Answer | Promise<Answer> => {
      const role = readRole(parseToken(call), keys.secret)
      if (!METHODS.has(call.method)) throw methodUnsupported(call.method)
      const request = parseRequest(call)
      const [table, ...rest] = request.path
      const isRead = call.method === 'GET' || call.method === 'HEAD'
      if (table === undefined && isRead) return rootAnswer(request.method)
      if (table === 'rpc' && rest.length === 1) throw functionUnknown(rest[0] as string)
      if (!table || rest.length > 0) throw pathUnknown()
      if (!isRead) return write(call, request, table, role)
      const plan = planRead(request, table, role)
      return readAnswer(plan, executor.read(plan), request.preferences)
    }

    const write = async (call: Call, request: BackendRequest, table: string, role: Role) => {
      checkWritable(table, role)
      const body = call.method === 'DELETE' ? null : await call.readBody()
      const plan = planWrite(request, table, body)
      return writeAnswer(plan, await writer.write(plan), request.preferences)
    }

    const refuse = (error: unknown, method: string): Answer => {
      if (error instanceof Refusal) return refusalAnswer(error, method)
      onFault(error)
      return refusalAnswer(databaseAway(), method)
    }

    const answerAll = (call: Call): Answer | Promise<Answer> => {
      try {
        const answered = answer(call)
        return answered instanceof Promise ? answered.catch((error) => refuse(error, call.method)) : answered
      } catch (error) {
        return refuse(error, call.method)
      }
    }

    return {
      anonKey: keys.anonKey,
      serviceKey: keys.serviceKey,
      secret: keys.secret,
      answer: answerAll,
      async fetch(request) {
        const { status, headers, body } = await answerAll(callOf(request))
        return new Response(body, { status, headers })
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
