/** Answers requests over either database: checks the key, plans what is asked, and has an engine read it. */
import { LRUCache } from 'lru-cache'
import { databaseUnavailable, functionUnknown, methodUnsupported, pathUnknown, RestError } from './errors.ts'
import type { ReadBody, ReadResult } from './execute.ts'
import { MAX_FUNCTION_BODY_BYTES } from './limits.ts'
import { planRead, type ReadPlan } from './plan.ts'
import { type Preferences, parseRequest, parseToken, type RawRequest, toRawRequest } from './request.ts'
import { errorResponse, functionResponse, type RestResponse, readResponse, rootResponse } from './response.ts'
import type { RestServer } from './rest-server.ts'
import { type Figures, findFigures, parseArguments, type StatsArguments } from './sales-stats.ts'
import type { Schema } from './schema.ts'

type Eventually<Result> = Result | Promise<Result>

export interface Engine<Prepared> {
  /** What can be kept of a read, whose data it does not hold. */
  prepare(plan: ReadPlan): Prepared
  read(plan: ReadPlan, prepared: Prepared, raw: RawRequest): Eventually<ReadResult>
  /** @param name 'sales_figures' */
  figures(name: string, figures: Figures, args: StatsArguments, raw: RawRequest): Eventually<ReadBody>
  /** Fails if the database does not answer. */
  ping(): Eventually<void>
}

interface ServerOptions<Prepared> {
  anonKey: string
  schema: Schema
  /** @throws RestError */
  checkKey(token: string | null): void
  engine: Engine<Prepared>
  /** Not called for errors that have a response of their own. */
  onError(error: unknown): void
}

const MAX_PLANNED_READS = 500
const MAX_KEY_LENGTH = 2_000
const METHODS = new Set(['GET', 'HEAD'])

const readKey = (raw: RawRequest) =>
  [raw.method, raw.address, raw.header('accept'), raw.header('prefer'), raw.header('range')].join('\n')

export function createRestServer<Prepared>({
  anonKey,
  schema,
  checkKey,
  engine,
  onError,
}: ServerOptions<Prepared>): RestServer {
  interface PlannedRead {
    plan: ReadPlan
    prepared: Prepared
    preferences: Preferences
  }
  const plannedReads = new LRUCache<string, PlannedRead>({ max: MAX_PLANNED_READS })

  function route(raw: RawRequest): Eventually<RestResponse> {
    checkKey(parseToken(raw))
    const key = readKey(raw)
    const planned = plannedReads.get(key)
    if (planned) return read(raw, planned)
    const request = parseRequest(raw)
    const [table, ...rest] = request.path
    if (table === 'rpc' && rest.length === 1) return figures(raw, rest[0] as string)
    if (!METHODS.has(raw.method)) throw methodUnsupported(raw.method, 'GET, HEAD')
    if (table === undefined) return after(engine.ping(), () => rootResponse(request.method))
    if (!table || rest.length > 0) throw pathUnknown()
    const plan = planRead(schema, request, table)
    const found = { plan, prepared: engine.prepare(plan), preferences: request.preferences }
    if (key.length <= MAX_KEY_LENGTH) plannedReads.set(key, found)
    return read(raw, found)
  }

  const read = (raw: RawRequest, { plan, prepared, preferences }: PlannedRead) =>
    after(engine.read(plan, prepared, raw), (result) => readResponse(plan, result, preferences))

  async function figures(raw: RawRequest, name: string): Promise<RestResponse> {
    const known = findFigures(schema, name)
    if (!known) throw functionUnknown(name)
    if (raw.method !== 'POST') throw methodUnsupported(raw.method, 'POST')
    const args = parseArguments(name, known, await raw.readBody(MAX_FUNCTION_BODY_BYTES))
    return functionResponse(await engine.figures(name, known, args, raw))
  }

  function refuse(error: unknown, method: string): RestResponse {
    if (error instanceof RestError) return errorResponse(error, method)
    onError(error)
    return errorResponse(databaseUnavailable(), method)
  }

  function handle(raw: RawRequest): Eventually<RestResponse> {
    try {
      const response = route(raw)
      return response instanceof Promise ? response.catch((error) => refuse(error, raw.method)) : response
    } catch (error) {
      return refuse(error, raw.method)
    }
  }

  return {
    anonKey,
    handle,
    async fetch(request, { client } = {}) {
      const { status, headers, body } = await handle(toRawRequest(request, client))
      return new Response(body, { status, headers })
    },
  }
}

const after = <Value, Result>(
  value: Eventually<Value>,
  next: (value: Value) => Result,
): Eventually<Result> => (value instanceof Promise ? value.then(next) : next(value))
