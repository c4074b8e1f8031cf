// `server/desk-handler.ts` loads this from `build/desk/server`.
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { type DeskContext, deskContext } from './context.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

export function renderDesk(request: Request, desk: DeskContext): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(deskContext, desk)
  return handle(request, context)
}
